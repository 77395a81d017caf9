import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct RESTErrorTests {
    private func message(for body: Data) throws -> String {
        let url = try #require(URL(string: "https://example.com/a%20b?api_key=secret"))
        return RESTError.serverError(RESTResponse(url: url, status: 500, body: body)).description
    }

    @Test func `quotes the body in one line, and omits the query, which may contain a key`() throws {
        #expect(
            try message(for: Data("{\n  \"a\": 1\n}\n".utf8))
                == "'example.com/a%20b' answered 500 with '{ \"a\": 1 }' (server error)")
    }

    @Test func `quotes at most 200 bytes, and whole characters`() throws {
        let quoted = "x" + String(repeating: "é", count: 99)
        #expect(
            try message(for: Data(("x" + String(repeating: "é", count: 150)).utf8))
                == "'example.com/a%20b' answered 500 with '\(quoted)...' (server error)")
    }

    @Test func `gives the size of a body that is not text`() throws {
        #expect(
            try message(for: Data([0xFF, 0xD8, 0xFF]))
                == "'example.com/a%20b' answered 500 with 3 bytes (server error)")
    }
}
