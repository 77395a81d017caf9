import Foundation
import Synchronization
import VerbatimAPI
import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// The work of a command as items that do not depend on each other, whose results are joined in their order.
///
/// A run does all of them on all cores; a share does those of which the names have some hashes, and leaves
/// their results in a file; a merge takes the results from files. What follows is the same.
struct SharedWork<Item: Sendable, Result: Codable & Sendable>: Sendable {
    let items: [Item]
    /// Returns the name of an item: no two have the same, and it is the same in every run.
    let name: @Sendable (Item) -> String
    /// Returns a digest of what an item is made from.
    let digest: @Sendable (Item) throws -> String
    /// Returns whether a result depends on nothing but what the digest is of, so that it can be kept.
    var isKept: @Sendable (Result) -> Bool = { _ in false }
    /// What the decoder of results needs to know, beside the rules.
    var knowledge: [CodingUserInfoKey: any Sendable] = [:]
    let perform: @Sendable (Item) async throws -> Result

    /// Passes the result of every item to a function, in the order of the items.
    func results(in context: CommandContext, _ add: (Result) throws -> Void) async throws {
        guard let partial = context.partial else {
            return try await items.concurrently({ try await result(of: $0, in: context) }, add)
        }
        let decoder = JSONDecoder()
        for (key, value) in knowledge { decoder.userInfo[key] = value }
        if let key = CodingUserInfoKey.rules { decoder.userInfo[key] = RuleTable.rules }
        for line in partial.lines { try add(try line.result(Result.self, decoder)) }
    }

    /// Returns a result that was kept, or performs the item.
    private func result(of item: Item, in context: CommandContext) async throws -> Result {
        guard let cache = context.cache else { return try await perform(item) }
        let (name, digest) = (name(item), try digest(item))
        if let known = cache.result(of: name, digest) as? Result { return known }
        let result = try await perform(item)
        if context.keepsResults, isKept(result) { cache.keep(result, of: name, digest) }
        return result
    }

    func write(
        _ shard: Shard, of syntax: CommandSyntax, _ arguments: Arguments, in context: CommandContext
    ) async throws -> ExitCode {
        let names = items.map(name)
        let own = zip(items.indices, names).filter { shard.contains($1) }
        var lines: [PartialFile.Line] = []
        try await own.concurrently { index, name in
            let digest = try digest(items[index])
            return try PartialFile.Line(index, name, digest, try await perform(items[index]))
        } _: {
            lines.append($0)
        }
        let header = context.partialHeader(
            of: names, try context.digest(ofFolder: arguments[.contracts]), shard, syntax, arguments)
        try PartialFile(path: shard.path, header: header, lines: lines).write(in: context)
        let counts = "\(lines.count) of \(String.count(items.count, "item"))"
        context.console.note("\(shard.path): share \(shard.number) of \(shard.count), \(counts)")
        return .holds
    }
}

/// The results of work in this process, by which what has not changed is not done again.
final class ResultCache: Sendable {
    private typealias Entry = (digest: String, result: any Sendable)

    private let entries = Mutex<[String: [Entry]]>([:])
    /// The number of results for each name, so that an edit that is undone is known as well.
    private static let limit = 2

    fileprivate func result(of name: String, _ digest: String) -> (any Sendable)? {
        entries.withLock { $0[name, default: []].first { $0.digest == digest }?.result }
    }

    fileprivate func keep(_ result: any Sendable, of name: String, _ digest: String) {
        entries.withLock { entries in
            let others = entries[name, default: []].filter { $0.digest != digest }.prefix(Self.limit - 1)
            entries[name] = [(digest, result)] + others
        }
    }
}

extension CommandContext {
    /// A digest of the names of the APIs and their models, which shows that a share was made with other ones.
    fileprivate var modelDigest: String {
        var hash = StableHash()
        for api in apis {
            hash.combine(api.name)
            for model in api.models {
                hash.combine("\(model.operation) \(model.statuses) \(model.model)")
                hash.combine(model.itemKind)
            }
            hash.combine(nil)
        }
        return hash.text
    }

    /// - Parameters:
    ///   - names: The names of the items of all shares.
    ///   - contracts: A digest of the contracts and overrides.
    func partialHeader(
        of names: [String], _ contracts: String, _ shard: Shard, _ syntax: CommandSyntax,
        _ arguments: Arguments
    ) -> PartialFile.Header {
        PartialFile.Header(
            command: syntax.name, arguments: arguments.sharedWords(of: syntax), contracts: contracts,
            models: modelDigest, items: PartialFile.Items(names), shards: shard.count, done: [shard.number])
    }

    /// Refuses a partial result of other contracts, overrides or models than those of this process.
    func requireCurrent(_ partial: PartialFile, contracts: String, _ digest: String) throws(FileProblem) {
        let checks = [
            ("\(contracts) has changed since", digest == partial.header.contracts),
            ("its tool knows other models", modelDigest == partial.header.models),
        ]
        guard let (reason, _) = checks.first(where: { !$0.1 }) else { return }
        throw FileProblem(
            location: partial.path, what: "the partial result is of another state: \(reason)",
            next: "run all shares again, with the files and the tool of this one")
    }
}
