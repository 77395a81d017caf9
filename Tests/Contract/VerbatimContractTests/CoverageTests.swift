import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// The coverage of a contract by recordings.
@Suite struct CoverageTests {
    private static let text = ##"""
        {
          "openapi": "3.1.0",
          "info": {"title": "t", "version": "1"},
          "servers": [{"url": "https://a.test"}],
          "paths": {
            "/books": {
              "get": {
                "operationId": "books",
                "parameters": [
                  {"name": "q", "in": "query", "schema": {"type": "string"}},
                  {"name": "sort", "in": "query", "schema": {"enum": ["new", "old"]}}
                ],
                "responses": {
                  "200": {"description": "d", "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}}}},
                  "404": {"description": "d", "content": {"application/json": {"schema": {"properties": {"reason": {"type": "string"}}}}}}
                }
              }
            },
            "/lists": {"get": {"operationId": "lists", "responses": {"200": {"description": "d"}}}},
            "/else": {"get": {"operationId": "else", "x-recorded": false, "responses": {"200": {"description": "d"}}}}
          },
          "components": {
            "schemas": {
              "Book": {
                "type": "object",
                "properties": {
                  "title": {"type": "string"},
                  "made": {"type": ["string", "null"], "x-date-formats": ["yyyy", "yyyy-MM-dd"]},
                  "link": {"type": ["string", "null"], "format": "uri"},
                  "kind": {"x-known-values": ["novel", "play", 7]},
                  "price": {"type": "object", "properties": {"amount": {"type": "number"}, "currency": {"enum": ["EUR", "USD"]}}}
                }
              }
            }
          }
        }
        """##

    private func coverage(_ exchanges: (target: String, status: Int, body: String)...) throws -> Coverage {
        let contracts = ContractSet([try Contract(parsing: Data(Self.text.utf8), file: "a.json")])
        let interactions = exchanges.map { exchange in
            Interaction(
                HTTPRequest("GET", "https://a.test" + exchange.target),
                .response(
                    HTTPResponse(
                        exchange.status, headers: ["Content-Type": "application/json"],
                        body: .data(Data(exchange.body.utf8)))))
        }
        return try #require(contracts.check(interactions).coverage().first)
    }

    private func lines(of coverage: Coverage) -> [String] {
        let counts = Coverage.Kind.allCases.map {
            "\($0) \(coverage[$0].covered)/\(coverage[$0].total)"
        }
        let gaps = coverage.gaps.map { "\($0.contractLocation?.line ?? 0) \($0.rule): \($0.part ?? "")" }
        return [counts.joined(separator: ", ")] + gaps
    }

    @Test func `lists an operation without its parts if it is not recorded`() throws {
        let lines = self.lines(of: try coverage())
        #expect(
            lines == [
                "operations 0/2, statuses 0/3, parameters 0/2, properties 0/8, values 0/7, formats 0/3",
                "7 operation-unrecorded: operation 'books'",
                "19 operation-unrecorded: operation 'lists'",
            ])
    }

    @Test func `lists the parts of an operation that are not recorded`() throws {
        let body = #"[{"title":"t","made":"1999","link":null,"kind":"play"}]"#
        let lines = self.lines(of: try coverage(("/books?sort=new", 200, body)))
        #expect(
            lines == [
                "operations 1/2, statuses 1/3, parameters 1/2, properties 4/8, values 2/7, formats 1/3",
                "10 parameter-unrecorded: query parameter 'q'",
                "11 value-unrecorded: value \"old\" of 'paths[\"/books\"].get.parameters.1.schema'",
                "15 status-unrecorded: status '404' of 'books'",
                "19 operation-unrecorded: operation 'lists'",
                "28 format-unrecorded: date format \"yyyy-MM-dd\" of 'Book.made'",
                "29 format-unrecorded: format 'uri' of 'Book.link'",
                "30 value-unrecorded: value \"novel\" of 'Book.kind'",
                "30 value-unrecorded: value 7 of 'Book.kind'",
                "31 property-unrecorded: property 'Book.price'",
            ])
    }

    @Test func `a stream counts once a schema describes its items`() throws {
        func lines(_ content: String) throws -> [String] {
            let document = """
                {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
                 "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"content": {"text/event-stream": {\(content)}}}}}}}}
                """
            let contract = try Contract(parsing: Data(document.utf8), file: "Contracts/a.json")
            let response = HTTPResponse(
                200, headers: ["Content-Type": "text/event-stream"], body: .data(Data("data: 1\n\n".utf8)))
            let interaction = Interaction(HTTPRequest("GET", "https://a.test/x"), .response(response))
            return self.lines(of: try #require(ContractSet([contract]).check([interaction]).coverage().first))
        }
        let counts = "parameters 0/0, properties 0/0, values 0/0, formats 0/0"
        #expect(
            try lines("") == [
                "operations 1/1, statuses 0/1, " + counts,
                "2 response-items-undocumented: items of 'text/event-stream' in status '200' of 'x'",
            ])
        #expect(
            try lines(#""itemSchema": {"type": "object"}"#) == ["operations 1/1, statuses 1/1, " + counts])
    }

    @Test func `is complete when every part is recorded`() throws {
        let body = #"""
            [{"title":"t","made":"1999","link":"https://a.test/","kind":"pl\u0061y","price":{"amount":1,"currency":"EUR"}},
             {"made":"1999-01-02","kind":7,"price":{"currency":"USD"}}, {"kind":"novel"}]
            """#
        let coverage = try coverage(
            ("/books?sort=new&q=x", 200, body), ("/books?sort=old", 404, #"{"reason":"r"}"#),
            ("/lists", 200, ""))
        #expect(
            lines(of: coverage) == [
                "operations 2/2, statuses 3/3, parameters 2/2, properties 8/8, values 7/7, formats 3/3"
            ])
    }
}
