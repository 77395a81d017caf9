import Foundation
import VerbatimJSON

/// The document as it is written, for the locations of failures.
struct SourceDocument {
    /// The document's value; nil when the document is not JSON.
    let root: JSON?
    /// Why the document is not JSON.
    let error: JSONError?
    /// The length of the byte order mark, which `JSONDecoder` reads past though it has no location in JSON.
    private let markLength: Int

    init(_ data: Data) {
        let hasMark = data.starts(with: [0xef, 0xbb, 0xbf])
        markLength = hasMark ? 3 : 0
        do throws(JSONError) {
            root = try JSON(parsing: hasMark ? Data(data.dropFirst(3)) : data)
            error = nil
        } catch {
            root = nil
            self.error = JSONError(
                reason: error.reason, position: Self.position(error.position, behindMark: markLength))
        }
    }

    /// The position of a value; of one that is missing, that of the nearest object or array around it.
    func position(of node: JSON) -> JSONPosition {
        Self.position(node.position, behindMark: markLength)
    }

    private static func position(_ position: JSONPosition, behindMark length: Int) -> JSONPosition {
        JSONPosition(
            offset: position.offset + length, line: position.line,
            column: position.line == 1 ? position.column + length : position.column)
    }
}
