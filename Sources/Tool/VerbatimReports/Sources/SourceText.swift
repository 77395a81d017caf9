/// The bytes of a text file with an index of its lines and its UTF-16 units.
///
/// Making it takes one pass; a position then takes a scan of at most one block, also in a file of one line.
struct SourceText {
    let bytes: [UInt8]
    /// The offsets of the first bytes of the lines.
    private let lineStarts: [Int]
    /// The number of UTF-16 units before each block.
    private let units: [Int]

    private static let block = 4096
    /// The number of bytes of a value or beside it that are shown or searched for its end.
    private static let window = 120
    private static let valueLimit = 1000
    /// The number of lines of an array or object that is shown whole.
    private static let lineLimit = 8

    init(_ bytes: [UInt8]) {
        var starts = [0]
        var units: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.block == 0 { units.append(count) }
            count += Self.units(of: byte)
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        self.bytes = bytes
        lineStarts = starts
        self.units = units
    }

    /// The UTF-16 units of a character, counted at its first byte.
    private static func units(of byte: UInt8) -> Int {
        switch byte {
        case 0x80..<0xc0: 0
        case 0xf0...: 2
        default: 1
        }
    }

    var hasOneLine: Bool { lineStarts.count == 1 || lineStarts.count == 2 && lineStarts[1] == bytes.count }

    /// Returns the bytes of a line without its line break, or nil if there is no such line.
    private func range(ofLine line: Int) -> Range<Int>? {
        guard lineStarts.indices.contains(line - 1) else { return nil }
        let start = lineStarts[line - 1]
        var end = lineStarts.indices.contains(line) ? lineStarts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// Returns the number of UTF-16 units before an offset.
    private func unitCount(before offset: Int) -> Int {
        let block = min(offset / Self.block, units.count - 1)
        guard block >= 0 else { return 0 }
        return bytes[(block * Self.block)..<offset].reduce(units[block]) { $0 + Self.units(of: $1) }
    }

    /// Returns the region of the value at a column, in bytes from 1, or of the whole line.
    ///
    /// A value of several lines has the region of the first: GitHub shows a result in a pull request only if
    /// the request changes all lines of its region.
    func region(line: Int, column: Int?) -> SourceRegion {
        guard let range = range(ofLine: line) else { return SourceRegion(line: line, columns: nil) }
        let value = self.range(ofValueAt: column, in: range)
        let start = unitCount(before: range.lowerBound)
        let first = unitCount(before: value.lowerBound) - start + 1
        return SourceRegion(
            line: line, columns: first..<max(first + 1, unitCount(before: value.upperBound) - start + 1))
    }

    /// Returns the bytes of the JSON value at a column, up to the end of its line; the line without a column.
    private func range(ofValueAt column: Int?, in line: Range<Int>) -> Range<Int> {
        guard let column, column > 0 else { return line }
        let start = min(line.lowerBound + column - 1, line.upperBound)
        let limit = min(line.upperBound, start + Self.valueLimit)
        guard start < limit else { return start..<start }
        let end = end(ofValueAt: start, before: limit) ?? limit
        return start..<boundary(atOrAfter: max(end, start + 1), before: line.upperBound)
    }

    /// Returns the end of a JSON value, after its last quote or bracket; nil if it is after a limit.
    private func end(ofValueAt start: Int, before limit: Int) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return end(ofContainerAt: start, before: limit)
        case UInt8(ascii: "\""): return end(ofStringAt: start, before: limit)
        default:
            guard let end = bytes[start..<limit].firstIndex(where: Self.delimiters.contains) else {
                return nil
            }
            // The name of a declaration in Swift, or of a property in YAML, before its colon.
            return end > start + 1 && bytes[end - 1] == UInt8(ascii: ":") ? end - 1 : end
        }
    }

    private func end(ofStringAt start: Int, before limit: Int) -> Int? {
        var end = start + 1
        while end < limit {
            switch bytes[end] {
            case UInt8(ascii: "\""): return end + 1
            case UInt8(ascii: "\\"): end += 2
            default: end += 1
            }
        }
        return nil
    }

    private func end(ofContainerAt start: Int, before limit: Int) -> Int? {
        var (offset, depth) = (start, 0)
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: "\""):
                guard let end = end(ofStringAt: offset, before: limit) else { return nil }
                offset = end - 1
            default: break
            }
            offset += 1
        }
        return nil
    }

    private static let delimiters = Set(",]} \t\r\n".utf8)

    /// Returns the first offset from another one on at which a character begins.
    private func boundary(atOrAfter offset: Int, before end: Int) -> Int {
        var offset = offset
        while offset < end, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
        return offset
    }

    // MARK: Excerpts

    /// Returns the lines of a value with their neighbors, or nil if there is no such line. Of a value of more
    /// than a few lines it is the first one.
    func excerpt(line: Int, column: Int?) -> SourceExcerpt? {
        guard let range = range(ofLine: line) else { return nil }
        guard column != nil else {
            return excerpt(of: [self.line(line, range, range.lowerBound..<range.lowerBound)])
        }
        let value = self.range(ofValueAt: column, in: range)
        if let lines = linesOfContainer(at: value.lowerBound, line: line) { return excerpt(of: lines) }
        var shown = self.line(line, range, value)
        if isContainer(at: value.lowerBound), value.upperBound == range.upperBound,
            !shown.value.hasSuffix("…"), end(ofContainerAt: value.lowerBound, before: value.upperBound) == nil
        {
            shown.value += "…"
        }
        return excerpt(of: [shown])
    }

    private func excerpt(of lines: [SourceExcerpt.Line]) -> SourceExcerpt {
        let neighbors = [(lines.first?.number ?? 1) - 1, (lines.last?.number ?? 0) + 1].map { number in
            self.range(ofLine: number).map { self.line(number, $0, $0.lowerBound..<$0.lowerBound) }
        }
        // A line break at the end of a file begins no line.
        let next = neighbors[1].flatMap { lineStarts[$0.number - 1] == bytes.count ? nil : $0 }
        return SourceExcerpt(lines: ([neighbors[0]] + lines + [next]).compactMap(\.self))
    }

    private func isContainer(at offset: Int) -> Bool {
        bytes.indices.contains(offset)
            && (bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "["))
    }

    /// Returns the lines of an array or object that has more than one and not many; nil for others.
    private func linesOfContainer(at start: Int, line: Int) -> [SourceExcerpt.Line]? {
        let limit = min(bytes.count, start + Self.valueLimit)
        guard isContainer(at: start), let end = end(ofContainerAt: start, before: limit) else { return nil }
        let numbers = (line...(line + Self.lineLimit)).prefix {
            lineStarts.indices.contains($0 - 1) && lineStarts[$0 - 1] < end
        }
        guard numbers.count > 1, numbers.count <= Self.lineLimit else { return nil }
        return numbers.compactMap { number in
            range(ofLine: number).map { range in
                let text = bytes[range].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
                let first = max(start, text ?? range.upperBound)
                return self.line(number, range, first..<max(first, min(end, range.upperBound)))
            }
        }
    }

    /// Returns the line of a value, or the part of a long one around it; nil if there is no such line.
    func line(_ number: Int, column: Int?) -> SourceExcerpt.Line? {
        range(ofLine: number).map { line(number, $0, self.range(ofValueAt: column, in: $0)) }
    }

    private func line(_ number: Int, _ range: Range<Int>, _ value: Range<Int>) -> SourceExcerpt.Line {
        let start = start(of: range, before: value.lowerBound)
        let stop = boundary(
            atOrAfter: min(value.upperBound, value.lowerBound + Self.window), before: value.upperBound)
        let end = boundary(atOrAfter: min(range.upperBound, stop + Self.window), before: range.upperBound)
        return SourceExcerpt.Line(
            number: number,
            before: (start > range.lowerBound ? "…" : "") + text(start..<value.lowerBound),
            value: text(value.lowerBound..<stop) + (stop < value.upperBound ? "…" : ""),
            after: stop < value.upperBound ? "" : text(stop..<end) + (end < range.upperBound ? "…" : ""))
    }

    /// Returns the beginning of what is shown before a value: of the line, or of the name of the property if
    /// the line is long.
    ///
    /// No text begins in the middle of another value, where a secret could no longer be recognized.
    private func start(of line: Range<Int>, before value: Int) -> Int {
        let nearest = max(line.lowerBound, value - Self.window)
        guard nearest > line.lowerBound else { return line.lowerBound }
        let quote = UInt8(ascii: "\"")
        guard value >= nearest + 3, bytes[value - 1] == UInt8(ascii: ":"), bytes[value - 2] == quote,
            let start = bytes[nearest..<(value - 2)].lastIndex(of: quote),
            bytes[start - 1] != UInt8(ascii: "\\")
        else { return value }
        return start
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
