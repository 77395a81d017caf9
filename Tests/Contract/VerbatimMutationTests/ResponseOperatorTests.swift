import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimMutation

/// Operators that mutate a response as a whole.
@Suite struct ResponseOperatorTests {
    private static func mutants(
        _ mutationOperator: MutationOperator, body: String = "{\"a\": 1}\n", isJSON: Bool = true
    )
        -> [ResponseMutation]
    {
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json", "Date": "now", "Server": "GSE"],
            body: .text(body))
        return ResponseMutations(
            response: response, body: Array(body.utf8), isJSON: isJSON, headers: ["Date", "Expires"]
        ).all.filter { $0.mutationOperator == mutationOperator }
    }

    private static func bodies(_ mutationOperator: MutationOperator) throws -> [String] {
        try mutants(mutationOperator).map { String(decoding: try $0.response.body.bytes(), as: UTF8.self) }
    }

    @Test func `changes the status`() {
        #expect(Self.mutants(.status).map(\.response.status) == [204, 302, 404, 500])
    }

    @Test func `changes or removes the media type`() {
        #expect(
            Self.mutants(.mediaType).map { $0.response.headers["Content-Type"] } == [
                "text/html; charset=utf-8", "application/octet-stream", nil,
            ])
    }

    @Test func `removes and spoils the declared headers that are present`() {
        #expect(Self.mutants(.dropHeader).map(\.change) == ["there is no header 'Date'"])
        #expect(Self.mutants(.malformedHeader).map(\.response.headers["Date"]) == ["?"])
    }

    @Test func `truncates and replaces the body`() throws {
        #expect(try Self.bodies(.truncated) == ["", "{\"a", "{\"a\": 1"])
        #expect(try Self.bodies(.jsonp) == ["callback({\"a\": 1}\n);"])
        #expect(
            try Self.mutants(.byteOrderMark).map { try $0.response.body.bytes().prefix(4) } == [
                Data([0xef, 0xbb, 0xbf, 0x7b])
            ])
        #expect(try Self.bodies(.html).map { $0.prefix(15) } == ["<!DOCTYPE html>"])
    }

    @Test func `does not mutate a web page to a page or an image as JSON`() {
        #expect(Self.mutants(.html, body: "<html></html>", isJSON: false).isEmpty)
        #expect(Self.mutants(.jsonp, body: "GIF89a", isJSON: false).isEmpty)
        #expect(
            Self.mutants(.truncated, body: "GIF89a", isJSON: false).map(\.change) == ["the body is empty"])
    }
}
