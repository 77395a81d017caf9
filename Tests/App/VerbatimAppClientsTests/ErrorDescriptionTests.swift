import Foundation
import Testing

@testable import VerbatimAppClients

struct ErrorDescriptionTests {
    private func words(_ body: Data) throws -> String {
        let url = try #require(URL(string: "https://example.com/a%20b?api_key=secret"))
        return RESTError.serverError(RESTResponse(url: url, status: 500, body: body)).description
    }

    @Test func `quotes the beginning of a body in one line, and no query, which may hold a key`() throws {
        #expect(
            try words(Data("{\n  \"a\": 1\n}\n".utf8))
                == "'example.com/a%20b' answered 500 with '{ \"a\": 1 }', which says the server is at fault")
    }

    @Test func `quotes at most 200 bytes, and whole characters`() throws {
        let quoted = "x" + String(repeating: "é", count: 99)
        #expect(
            try words(Data(("x" + String(repeating: "é", count: 150)).utf8))
                == "'example.com/a%20b' answered 500 with '\(quoted)...', which says the server is at fault")
    }

    @Test func `counts the bytes of a body that is no text`() throws {
        #expect(
            try words(Data([0xFF, 0xD8, 0xFF]))
                == "'example.com/a%20b' answered 500 with 3 bytes, which says the server is at fault")
    }
}
