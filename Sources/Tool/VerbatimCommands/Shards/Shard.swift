import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReports

/// `--shard K/N --partial FILE`: the share of a command that one process does, for `verbatim merge`.
struct Shard: Sendable {
    static let options: [any OptionSyntax] = [shard, partial]

    private static let shard = Option.reading(
        "--shard", "K/N", "do the share K of N, and write its results to the file of --partial"
    ) { text throws(UsageError) in
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
            Int(digits: $0, atMost: 6) ?? 0
        }
        guard numbers.count == 2, 1...max(1, numbers[1]) ~= numbers[0], numbers[1] > 0 else {
            throw .malformed("--shard \(text)", expected: "a share such as 3/8, from 1/8 to 8/8")
        }
        return (number: numbers[0], count: numbers[1])
    }
    static let partial = Option.text(
        "--partial", "FILE", "file of the results of a share, which `merge` joins with the others")
    /// For commands that need several passes.
    static let known = Option.text(
        "--with", "FILE", "what all shares have found in earlier passes, joined by `merge --partial FILE`")

    /// The largest number of shares, of six digits.
    static let maximumCount = 999_999
    /// More items than any command has.
    static let maximumItems = 1_000_000_000
    /// More passes than any command makes.
    static let maximumPasses = 4096

    /// The number of the share, from 1.
    let number: Int
    let count: Int
    /// The path of the file with the results.
    let path: String

    /// - Parameter others: The options that a share cannot be combined with, as they are about the whole.
    static func rules(besides others: [any OptionSyntax]) -> [OptionRule] {
        [
            .use(of: [partial], with: shard), .use(of: [shard], with: partial),
            .conflict(shard, with: others, "name it for the whole, in a run without shares"),
            .conflict(
                shard, with: Option<ReportFormat>.reports(of: .mutate),
                "a share has no report; name it for 'merge'"),
        ]
    }

    /// Returns nil if the command line does not ask for a share.
    init?(_ arguments: Arguments) {
        guard let shard = arguments[Self.shard], let path = arguments[Self.partial] else { return nil }
        (number, count, self.path) = (shard.number, shard.count, path)
    }

    /// Returns whether the share contains the item with a name: it depends on nothing else.
    func contains(_ name: String) -> Bool {
        var random = SeededGenerator(seedOf: name)
        return random.next() % UInt64(count) == UInt64(number - 1)
    }
}

extension Arguments {
    /// The words of the options of a command that a share has in common with the others, and its operands.
    func sharedWords(of syntax: CommandSyntax) -> [String] {
        let own = Shard.options + [Shard.known] + Option<ReportFormat>.reports(of: .mutate)
        let names = Set(own.map(\.name))
        return operands + words(of: syntax.options.filter { !names.contains($0.name) })
    }
}

extension CommandContext {
    /// A digest of the files of a folder and of their names, the same on every machine.
    func digest(ofFolder path: String) throws(FileProblem) -> String {
        let folder = url(path)
        return try digest(
            of: FolderListing.paths(in: folder).sorted().map { ($0, folder.appending(path: $0)) })
    }

    /// A digest of some files and names for them. Of a folder, only the name counts.
    func digest(of files: [(name: String, url: URL)]) throws(FileProblem) -> String {
        var hash = StableHash()
        for file in files {
            hash.combine(file.name)
            hash.combine(
                try knownDigests.value(of: file.url) { () throws(FileProblem) in
                    var hash = StableHash()
                    guard !file.url.isFolder else { return "" }
                    do {
                        hash.combine(file: try Data(readingFile: file.url))
                    } catch {
                        throw FileProblem(location: file.name, what: "the file cannot be read: \(error)")
                    }
                    return hash.text
                })
        }
        return hash.text
    }
}
