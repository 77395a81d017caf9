import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// A small API with a loose contract, a model, and a recorded response.
enum Library {
    /// The contract.
    ///
    /// - Parameters:
    ///   - title: The schema of a book's title.
    ///   - more: Further properties of a book.
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

    /// A model that keeps the books that can be decoded, if there are any.
    struct LossyBooks: Decodable, Sendable {
        private struct Attempt: Decodable {
            let book: Result<Books.Book, any Error>

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                book = Result { try container.decode(Books.Book.self) }
            }
        }

        private enum CodingKeys: CodingKey {
            case books
        }

        let books: [Books.Book]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let attempts = try container.decode([Attempt].self, forKey: .books)
            let books = attempts.compactMap { try? $0.book.get() }
            if books.isEmpty, let first = attempts.first { _ = try first.book.get() }
            self.books = books
        }
    }

    static let lossyModel = ModelBinding("books", LossyBooks.self) { JSONDecoder() }

    /// Responses with some bodies.
    static func responses(_ bodies: String...) -> [Interaction] {
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

    static let recorded = responses(
        #"{"books": [{"id": 7, "title": "Emma", "note": "third edition"}, {"id": 9, "title": "Persuasion"}]}"#
    )
}

extension MutantGroup {
    /// The group in a line: count, operator, pointer, status and edit.
    var line: String {
        let status =
            switch status {
            case .survived: "survived"
            case .killedByModel: "killed by model"
            case .equivalent: "equivalent, evidence at \(evidence ?? "nowhere")"
            case .waived(let waiver): "waived: \(waiver.reason)"
            }
        let suffix = edit.map { ", \($0) at '\($0.pointer)'" } ?? ""
        let pointer = finding.pointer?.description ?? "-"
        return "\(finding.count) \(mutationOperator.rawValue) at '\(pointer)' \(status)\(suffix)"
    }

    private var evidence: String? {
        if case .recorded(let location, _, _) = finding.evidence { location.description } else { nil }
    }
}
