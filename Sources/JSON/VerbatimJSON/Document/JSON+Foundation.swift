public import Foundation

extension JSON {
    /// Parses UTF-8 data.
    public init(parsing data: Data, options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(data.withUnsafeBytes { SourceBytes(copying: $0) }, options)
    }

    /// Reads and parses a file; see `init(contentsOfFile:options:)`.
    public init(contentsOf file: URL, options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(contentsOfFile: file.path(percentEncoded: false), options: options)
    }
}

extension Data {
    /// Reads a file of at most 1 GiB into memory, for which `Data(contentsOf:)` might map it.
    ///
    /// - Throws: ``FileError``, also if the file is written to meanwhile.
    package init(readingFile file: URL) throws(FileError) {
        let source = try SourceBytes.reading(file.path(percentEncoded: false), limit: JSON.fileLimit)
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: source.base), count: source.count,
            deallocator: .custom { _, _ in withExtendedLifetime(source) {} })
    }
}
