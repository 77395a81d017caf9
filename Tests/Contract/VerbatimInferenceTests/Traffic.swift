import Foundation
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Recorded interactions with a small API.
enum Traffic {
    static let file = "Contracts/shop.json"

    /// Responses to the same request.
    static func responses(
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

    /// The shape of JSON texts, each a response.
    static func shape(_ texts: [String]) throws -> ObservedShape {
        let recorder = ShapeRecorder()
        for text in texts {
            recorder.beginResponse()
            recorder.add(try JSON(parsing: text))
        }
        return recorder.shape
    }

    /// The schema of JSON texts, in one line.
    static func schema(_ texts: [String], minimumResponses: Int? = 1) throws -> String {
        JSONValue.object(SchemaBuilder(requiring: minimumResponses).schema(of: try shape(texts))).text(
            .compact)
    }
}
