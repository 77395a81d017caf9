import Foundation
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Interactions with a small API, as a recording has them.
enum Traffic {
    static let file = "Contracts/shop.json"

    /// Answers to the same request.
    static func answers(
        _ bodies: [String], to url: String = "https://api.shop.test/items", status: Int = 200,
        type: String = "application/json"
    ) -> [Interaction] {
        bodies.enumerated().map { index, body in
            Interaction(
                HTTPRequest("GET", url),
                .response(HTTPResponse(status, headers: ["Content-Type": type], body: .text(body))),
                location: .init(
                    archive: "Recordings/shop/items.har", entry: index, line: 10 * index + 5,
                    body: "Recordings/shop/items/\(index + 1).json"))
        }
    }

    /// The shape of some JSON texts, each an answer.
    static func shape(_ texts: [String]) throws -> ObservedShape {
        let recorder = ShapeRecorder()
        for text in texts {
            recorder.beginAnswer()
            recorder.add(try JSON(parsing: text))
        }
        return recorder.shape
    }

    /// The schema of some JSON texts, in one line.
    static func schema(_ texts: [String], evidence: Int = 1) throws -> String {
        JSONValue.object(SchemaWriter(evidence: evidence).schema(of: try shape(texts))).text(.compact)
    }
}
