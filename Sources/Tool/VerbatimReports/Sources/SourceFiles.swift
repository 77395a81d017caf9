package import VerbatimContract

/// The files that the locations of a report are in, for the formats that show or convert them.
///
/// It is not thread-safe: one rendering at a time uses it.
package final class SourceFiles {
    private let findPath: (String) -> String?
    private let findAbsolutePath: (String) -> String
    private let read: (String) -> [UInt8]?
    private let findAddress: (SourceLocation) -> String?
    /// Returns a text of a file without secrets.
    let redact: (String) -> String
    private var paths: [String: String?] = [:]
    private var texts: [String: SourceText?] = [:]
    private var size = 0

    /// The number of bytes of files that are kept, beyond which all are read again.
    private static let sizeLimit = 1 << 27

    /// - Parameters:
    ///   - path: Returns the path of a file from the root of the repository, in which `/` separates names;
    ///     nil if it is not in there. It is called once for each file.
    ///   - address: Returns the address of a file at a location, with which a reader can open it, or nil.
    ///   - absolutePath: Returns the absolute path of a file.
    ///   - read: Returns the bytes of a file, or nil if it cannot be read.
    ///   - redact: Returns a part of a file without secrets; it may end with an ellipsis.
    package init(
        path: @escaping (String) -> String?, address: @escaping (SourceLocation) -> String? = { _ in nil },
        absolutePath: @escaping (String) -> String = { $0 }, read: @escaping (String) -> [UInt8]?,
        redact: @escaping (String) -> String = { $0 }
    ) {
        findPath = path
        findAddress = address
        findAbsolutePath = absolutePath
        self.read = read
        self.redact = redact
    }

    /// No files: no location is in a repository.
    package static var none: SourceFiles { SourceFiles(path: { _ in nil }, read: { _ in nil }) }

    /// Returns the path of a file from the root of the repository, or nil if it is not in there.
    func path(of file: String) -> String? {
        if let known = paths[file] { return known }
        let path = findPath(file)
        paths[file] = .some(path)
        return path
    }

    /// Returns the address of a file at a location, for a link; nil if there is none.
    func address(of location: SourceLocation) -> String? {
        path(of: location.file) == nil ? nil : findAddress(location)
    }

    func absolutePath(of file: String) -> String { findAbsolutePath(file) }

    func text(of file: String) -> SourceText? {
        if let known = texts[file] { return known }
        let text = read(file).map(SourceText.init)
        let added = text?.bytes.count ?? 0
        if size + added > Self.sizeLimit { (texts, size) = ([:], 0) }
        texts[file] = .some(text)
        size += added
        return text
    }

    /// Returns the region of the value at a location, or nil if its line is not known.
    func region(of location: SourceLocation) -> SourceRegion? {
        guard let line = location.line else { return nil }
        guard let text = text(of: location.file) else {
            // Without the text, a column in bytes says nothing about one in UTF-16 units.
            return SourceRegion(line: line, columns: nil)
        }
        return text.region(line: line, column: location.column)
    }

    /// Returns the lines around a location, or nil if there are none.
    package func excerpt(at location: SourceLocation) -> SourceExcerpt? {
        guard let line = location.line, let text = text(of: location.file) else { return nil }
        return excerpt(of: text, line: line, column: location.column)
    }

    /// Returns the line at a location, or the part of a long one around the value; nil if there is none.
    package func line(at location: SourceLocation) -> String? {
        guard let number = location.line, let text = text(of: location.file) else { return nil }
        return text.line(number, column: location.column).map { redact($0.before + $0.value + $0.after) }
    }

    /// Returns the lines of a text around a position, or nil if there are none.
    func excerpt(of text: SourceText, line: Int, column: Int?) -> SourceExcerpt? {
        guard let excerpt = text.excerpt(line: line, column: column) else { return nil }
        return SourceExcerpt(
            lines: excerpt.lines.map { line in
                SourceExcerpt.Line(
                    number: line.number, before: redact(line.before), value: redact(line.value),
                    after: redact(line.after))
            })
    }
}

struct SourceRegion: Hashable {
    /// The line, from 1.
    let line: Int
    /// The columns in UTF-16 units, from 1; nil if they are not known.
    let columns: Range<Int>?
}

/// A few lines of a file around a location.
package struct SourceExcerpt: Sendable, Hashable {
    package let lines: [Line]

    /// A line, of which only a part is shown if it is long.
    package struct Line: Sendable, Hashable {
        /// The number, from 1.
        package let number: Int
        /// The part before the value; if the line has no part of the value, the whole line.
        package let before: String
        /// The value, or the part of it that fits; empty if the line has no part of it.
        package internal(set) var value: String
        package let after: String
    }
}
