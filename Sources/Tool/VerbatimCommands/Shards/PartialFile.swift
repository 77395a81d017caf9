import Foundation
import VerbatimJSON

/// A file with the results of some shares of a command: lines of JSON, a header and one for each item.
///
/// Results are kept by item, so that files can be merged in any order and any grouping. They are joined in
/// the order of the items when all are there.
struct PartialFile: Sendable {
    let path: String
    private(set) var header: Header
    private(set) var lines: [Line]

    /// What partial results have in common if they belong together, and the shares that are done.
    struct Header: Codable, Sendable {
        private(set) var verbatimPartial = PartialFile.version
        private(set) var tool = CommandLineTool.version
        let command: String
        /// The command line, without reports.
        let arguments: [String]
        /// The digest of the contracts and overrides.
        let contracts: String
        /// The digest of the models that the tool knows.
        let models: String
        let items: Items
        let shards: Int
        /// The number of passes over the items of which the results are there, if a command needs several.
        var passes = 1
        var done: [Int]

        fileprivate var isValid: Bool {
            1...Shard.maximumCount ~= shards && done.allSatisfy { 1...shards ~= $0 }
                && Set(done).count == done.count && 0...Shard.maximumItems ~= items.count
                && 1...Shard.maximumPasses ~= passes
        }
    }

    /// The items of all shares together.
    struct Items: Codable, Equatable, Sendable {
        let count: Int
        let digest: String

        init(_ names: [String]) {
            var hash = StableHash()
            for name in names { hash.combine(name) }
            (count, digest) = (names.count, hash.text)
        }
    }

    struct Line: Sendable {
        /// The index of the item, after the results of all items in earlier passes.
        let index: Int
        /// The digest of what the item is made from.
        let digest: String
        fileprivate let text: Data

        private struct Place: Codable {
            let index: Int
            let item: String
            let digest: String
        }

        private struct Content<Result: Codable>: Codable {
            let result: Result
        }

        init(_ index: Int, _ item: String, _ digest: String, _ result: some Codable) throws {
            (self.index, self.digest) = (index, digest)
            let place = try PartialFile.encoder.encode(Place(index: index, item: item, digest: digest))
            text =
                place.dropLast() + Data(",".utf8)
                + (try PartialFile.encoder.encode(Content(result: result))).dropFirst()
        }

        fileprivate init(parsing text: Data) throws {
            guard text.hasOnlyCounts else { throw MalformedPartialFile() }
            let place = try JSONDecoder().decode(Place.self, from: text)
            (index, digest) = (place.index, place.digest)
            self.text = text
        }

        func result<Result: Codable>(_ type: Result.Type, _ decoder: JSONDecoder) throws -> Result {
            try decoder.decode(Content<Result>.self, from: text).result
        }
    }

    private static let version = 2

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    init(path: String, header: Header, lines: [Line]) {
        (self.path, self.header, self.lines) = (path, header, lines)
    }

    /// Writes the file, without the secrets that this process knows.
    func write(in context: CommandContext) throws {
        let texts = [try Self.encoder.encode(header)] + lines.map(\.text)
        let redacted = texts.map { context.console.redactor.redactJSON(String(decoding: $0, as: UTF8.self)) }
        try context.write(redacted.joined(separator: "\n") + "\n", to: path, isReport: true, escapes: false)
    }

    init(_ path: String, in context: CommandContext) throws(FileProblem) {
        let again = "write it again with `--shard K/N --partial \(path)`"
        self.path = path
        let data: Data
        do {
            data = try Data(readingFile: context.url(path))
        } catch {
            throw FileProblem(
                location: path, what: "the partial result cannot be read: \(error)", next: again)
        }
        let texts = data.split(separator: UInt8(ascii: "\n"))
        do {
            header = try JSONDecoder().decode(Header.self, from: texts.first ?? Data())
            guard header.isValid else { throw MalformedPartialFile() }
            lines = try texts.dropFirst().map(Line.init)
        } catch {
            throw FileProblem(location: path, what: "the file is no partial result", next: again)
        }
        guard header.verbatimPartial == Self.version, header.tool == CommandLineTool.version else {
            throw FileProblem(
                location: path,
                what: "the partial result is of version \(header.tool), this is "
                    + CommandLineTool.version, next: again)
        }
    }

    mutating func add(_ other: PartialFile) throws(FileProblem) {
        try requireSameRun(as: other)
        let (own, added) = (header, other.header)
        if let twice = added.done.first(where: Set(own.done).contains) {
            throw FileProblem(
                location: other.path, what: "share \(twice) of \(own.shards) is also in \(path)",
                next: "name each share once")
        }
        header.done = (own.done + added.done).sorted()
        lines = (lines + other.lines).sorted { $0.index < $1.index }
    }

    func requireSameRun(as other: PartialFile) throws(FileProblem) {
        let (own, added) = (header, other.header)
        let checks = [
            ("command line", own.command == added.command && own.arguments == added.arguments),
            ("state of contracts or overrides", own.contracts == added.contracts),
            ("tool, with other models", own.models == added.models),
            ("set of recordings", own.items == added.items),
            ("number of shares", own.shards == added.shards),
            ("number of passes", own.passes == added.passes),
        ]
        guard let (reason, _) = checks.first(where: { !$0.1 }) else { return }
        throw FileProblem(
            location: other.path, what: "it does not belong to \(path): another \(reason)",
            next: "merge the partial results of one run")
    }

    /// Refuses results of which some shares are missing.
    func requireComplete() throws(FileProblem) {
        let missing = Set(1...header.shards).subtracting(header.done).sorted()
        if let first = missing.first {
            let words = missing.prefix(10).map(String.init) + (missing.count > 10 ? ["more"] : [])
            let run = ToolCommand(
                [header.command] + header.arguments
                    + ["--shard", "\(first)/\(header.shards)", "--partial", "FILE"])
            throw FileProblem(
                location: path,
                what: "\(missing.count > 1 ? "shares" : "share") \(words.list("and")) of \(header.shards) "
                    + (missing.count > 1 ? "are missing" : "is missing"),
                next: "run \(run), and merge again")
        }
        guard lines.count == header.items.count * header.passes,
            lines.indices.allSatisfy({ lines[$0].index == $0 })
        else {
            throw FileProblem(
                location: path, what: "results are missing, although all shares are there",
                next: "run the shares again")
        }
    }
}

/// A partial result that no share has written.
private struct MalformedPartialFile: Error {}

extension Data {
    /// Whether every number in a text of JSON is one that a result has: not negative, and so small that no
    /// sum overflows. Recorded values are in strings.
    fileprivate var hasOnlyCounts: Bool {
        var (isString, isEscaped, number) = (false, false, [UInt8]())
        for byte in self + [UInt8(ascii: "\n")] {
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte.isDigit || "+-.eE".utf8.contains(byte) {
                number.append(byte)
            } else {
                // The letter of `true` is no number.
                if let value = Double(String(decoding: number, as: UTF8.self)), !(0..<1e12 ~= value) {
                    return false
                }
                number = []
                isString = byte == UInt8(ascii: "\"")
            }
        }
        return true
    }
}
