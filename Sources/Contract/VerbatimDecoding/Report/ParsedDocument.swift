import Foundation
import VerbatimJSON

/// The document parsed as JSON, for the positions of failures.
struct ParsedDocument {
    /// The document's value; nil if the document is not JSON.
    let root: JSON?
    /// The reason why the document is not JSON.
    let error: JSONError?
    /// The length of the byte order mark, which `JSONDecoder` skips although JSON does not allow one.
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
                reason: error.reason, position: Self.position(error.position, afterMark: markLength))
        }
    }

    /// Returns the position of a value; for a missing one, that of the innermost object or array around it.
    func position(of value: JSON) -> JSONPosition {
        Self.position(value.position, afterMark: markLength)
    }

    private static func position(_ position: JSONPosition, afterMark length: Int) -> JSONPosition {
        JSONPosition(
            offset: position.offset + length, line: position.line,
            column: position.line == 1 ? position.column + length : position.column)
    }
}
