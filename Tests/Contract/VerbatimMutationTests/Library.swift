import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// A small API with a contract that is not tight, a model, and two recorded answers.
enum Library {
    /// The contract; `more` stands in the schema of a book's title.
    static func contract(title: String = #"{"type": "string"}"#, more: String = "") throws -> Contract {
        let text = """
            {
              "openapi": "3.1.0",
              "info": {"title": "library", "version": "1"},
              "servers": [{"url": "https://library.test"}],
              "paths": {
                "/books": {
                  "get": {
                    "operationId": "books",
                    "responses": {
                      "200": {
                        "description": "books",
                        "headers": {"Date": {"schema": {"type": "string", "x-date-formats": ["EEE, dd MMM yyyy HH:mm:ss 'GMT'"]}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Books"}}}
                      }
                    }
                  }
                }
              },
              "components": {
                "schemas": {
                  "Books": {
                    "type": "object",
                    "required": ["books"],
                    "properties": {
                      "books": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Book"}}
                    }
                  },
                  "Book": {
                    "type": "object",
                    "required": ["id", "title"],
                    "properties": {
                      "id": {"type": "integer", "minimum": 1, "maximum": 999},
                      "title": \(title),
                      "note": {"type": "string", "minLength": 1}\(more)
                    }
                  }
                }
              }
            }
            """
        return try Contract(parsing: Data(text.utf8), file: "Contracts/library.json")
    }

    struct Books: Decodable, Sendable {
        struct Book: Decodable, Sendable {
            let id: Int
            let title: String
        }

        let books: [Book]
    }

    static let model = ModelBinding("books", Books.self) { JSONDecoder() }

    /// Answers with these bodies, each in its own file.
    static func answers(_ bodies: String...) -> [Interaction] {
        bodies.enumerated().map { number, body in
            Interaction(
                HTTPRequest("GET", "https://library.test/books"),
                .response(
                    HTTPResponse(
                        200,
                        headers: [
                            "Content-Type": "application/json", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                        ],
                        body: .text(body))),
                location: .init(
                    archive: "Recordings/library/books.har", entry: number, line: 9,
                    body: "Recordings/library/books/\(number + 1).json"))
        }
    }

    static let recorded = answers(
        #"{"books": [{"id": 7, "title": "Emma", "note": "third edition"}, {"id": 9, "title": "Persuasion"}]}"#
    )
}

extension MutantGroup {
    /// What was not noticed, and what becomes of it, in a line.
    var line: String {
        let fate =
            switch fate {
            case .survived: "survived"
            case .refused: "refused"
            case .seen(let location): "seen at \(location?.description ?? "")"
            case .waived(let waiver): "waived: \(waiver.reason)"
            }
        let help = edit.map { ", \($0) at '\($0.pointer)'" } ?? ""
        return "\(count) \(mutation.rawValue) at '\(pointer?.description ?? "-")' \(fate)\(help)"
    }
}
