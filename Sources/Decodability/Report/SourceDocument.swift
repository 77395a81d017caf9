import Foundation
import JSONDocument

/// The document as it is written, for the places of failures.
struct SourceDocument {
    /// The document's value; nil when the document is not JSON.
    let root: JSON?
    /// Why the document is not JSON.
    let error: JSONError?
    /// The length of the byte order mark, which `JSONDecoder` reads past though it has no place in JSON.
    private let markLength: Int

    init(_ data: Data) {
        let hasMark = data.starts(with: [0xef, 0xbb, 0xbf])
        markLength = hasMark ? 3 : 0
        do throws(JSONError) {
            root = try JSON(parsing: hasMark ? Data(data.dropFirst(3)) : data)
            error = nil
        } catch {
            root = nil
            self.error = error
        }
    }

    /// The position of a value; of one that is missing, that of the nearest object or array around it.
    func position(of node: JSON) -> JSONPosition {
        let position = node.position
        guard markLength > 0 else { return position }
        return JSONPosition(
            offset: position.offset + markLength, line: position.line,
            column: position.line == 1 ? position.column + markLength : position.column)
    }
}
