import VerbatimJSON

/// The strings that a stream sends in pieces: those at the same place in the JSON texts of its lines, joined.
///
/// Language models stream text and the arguments of tools in this way.
struct StreamedStrings {
    /// A string of one line, without its quotation marks.
    private struct Piece {
        /// The range in the joined string.
        let range: Range<Int>
        /// The range in the stream.
        let source: Range<Int>
    }

    /// A string in pieces.
    struct Joined {
        private(set) var bytes: [UInt8] = []
        private var pieces: [Piece] = []

        var isInPieces: Bool { pieces.count > 1 }

        fileprivate mutating func append(_ string: String, from source: Range<Int>) {
            let start = bytes.count
            bytes += string.utf8
            if bytes.count > start { pieces.append(Piece(range: start..<bytes.count, source: source)) }
        }
    }

    /// The strings that have several pieces.
    private(set) var strings: [Joined] = []

    /// Reads a stream; that of another text is empty.
    init(_ bytes: UnsafeRawBufferPointer) {
        var joined: [String: Joined] = [:]
        var start = 0
        while start < bytes.count {
            let end = ByteSearch.first(0x0a, in: bytes, from: start) ?? bytes.count
            Self.read(bytes[start..<end], into: &joined)
            start = end + 1
        }
        strings = joined.sorted { $0.key < $1.key }.map(\.value).filter(\.isInPieces)
    }

    private static let eventPrefix = Array("data:".utf8)

    private static func read(
        _ line: Slice<UnsafeRawBufferPointer>, into joined: inout [String: Joined]
    ) {
        let text = line.starts(with: eventPrefix) ? line.dropFirst(eventPrefix.count) : line
        let first = text.first { $0 > 0x20 && $0 != 0x1e }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), text.count > 2,
            let start = text.firstIndex(where: { $0 == first }),
            let json = try? JSON(parsing: Array(text[start...]))
        else { return }
        var open = [(path: "", value: json)]
        while let (path, value) = open.popLast() {
            if let string = value.string {
                let source = (start + value.range.lowerBound + 1)..<(start + value.range.upperBound - 1)
                joined[path, default: Joined()].append(string, from: source)
            }
            open += value.members.map { ("\(path)/\($0.name)", $0.value) }
            open += value.elements.enumerated().map { ("\(path)/\($0)", $1) }
        }
    }
}

extension StreamedStrings.Joined {
    /// Returns an occurrence in the joined string as one in the stream; nil if it is in one piece.
    ///
    /// Its replacement is in the first piece, and the other pieces lose their part. It cannot be replaced if
    /// a piece has escapes.
    func occurrence(
        _ occurrence: SecretOccurrence, in stream: UnsafeRawBufferPointer
    ) -> SecretOccurrence? {
        let parts = pieces.filter { $0.range.overlaps(occurrence.range) }
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
        let source = first.source.lowerBound..<last.source.upperBound
        let arePlain = parts.allSatisfy { $0.range.count == $0.source.count }
        let form = "in pieces of a stream"
        guard arePlain else { return occurrence.refused(form, source) }
        let cuts = parts.map { piece in
            let cut = piece.range.clamped(to: occurrence.range)
            let start = piece.source.lowerBound - source.lowerBound - piece.range.lowerBound
            return (start + cut.lowerBound)..<(start + cut.upperBound)
        }
        let original = Array(stream[source])
        return occurrence.encoded(form, source) { placeholder in
            var (output, end) = ([UInt8](), 0)
            for (index, cut) in cuts.enumerated() {
                output += original[end..<cut.lowerBound] + (index == 0 ? placeholder : [])
                end = cut.upperBound
            }
            return output + original[end...]
        }
    }
}
