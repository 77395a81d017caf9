import VerbatimJSON

/// Something that happened at the provider, with the findings that show it: what people are shown.
///
/// One change of an API is found many times: by the contract and by the models, in every operation, recording
/// and element, and as what fails afterwards. A cause is all of it; every finding of a report belongs to
/// exactly one.
public struct Cause: Sendable {
    /// What kind of change it is.
    public let kind: Kind
    /// The name of the API, or nil if it belongs to none.
    public let api: String?
    /// The names of the properties, headers or values that it is about, as documents have them.
    public let names: [String]
    /// What distinguishes it from other causes of its kind: the names, or else what was found.
    let identity: [String]
    /// The cause in one sentence, in the words of the provider: `itunes renamed 'trackName' to 'trackTitle'`.
    public let title: String
    /// The findings, the most important first.
    public let findings: [Finding]
    /// The changes of the recordings, not committed or of the day on which it began, that show it as well.
    public let history: [Finding]
    /// What to do about it, in one sentence; empty if there is nothing to do.
    public let fix: String
    /// The line of Swift that mends the app, if one does: `case trackName = "trackTitle"`.
    public let code: String?
    package let renames: [(old: String, new: String)]

    /// The kinds of causes.
    public enum Kind: String, Sendable, CaseIterable {
        case renamed, replaced, moved, wrapped, unwrapped, dropped, added, retyped, nullable
        case date, limit, value, error, paging
        case status, mediaType, header, page, truncated, malformed
        /// The app no longer sends a request.
        case silence
        /// The app and the contract disagree.
        case disagreement
        /// What the contract allows, or what differs from day to day.
        case tolerated
        /// Anything else, which its rule describes.
        case other

        /// Whether what the app read is elsewhere now.
        package var isReplacement: Bool {
            [.renamed, .replaced, .moved, .wrapped, .unwrapped].contains(self)
        }

        /// Whether the API did not mean to answer so: the recording is to be made again.
        public var isDamage: Bool { self == .page || self == .truncated || self == .malformed }
    }

    /// The identity from one run to the next, as 16 hexadecimal digits: a hash of the API, the kind, and the
    /// names or what was found.
    public var id: String {
        var hash = StableHash()
        for text in [api, kind.rawValue] + identity { hash.combine(text) }
        return hash.text
    }

    /// The highest severity of its findings; of what is only in the history, that something is to be known. A
    /// property that the app reads under its old name is worth a warning, even if nothing has to have it.
    public var severity: Severity {
        let known = findings.map(\.severity).max() ?? .info
        return kind.isReplacement && !findings.isEmpty && history.contains { $0.severity >= .warning }
            ? max(known, .warning) : known
    }

    /// Whether a model of the app fails because of it.
    public var breaksApp: Bool { !affected.isEmpty || findings.contains { $0.model != nil } }

    /// When it began, as the history of the recordings has it; nil if that is not known.
    public var since: Finding.Day? { history.compactMap(\.day).max { $0.day < $1.day } }

    /// The number of values, or other places, that show it: of a renamed property that of the missing ones.
    public var count: Int {
        let groups = OrderedGroups(grouping: findings, by: \.rule).values.filter { $0[0].model == nil }
        return (groups.isEmpty ? [findings] : groups).map { group in
            let places = Set(group.map { PlaceKey($0.location, $0.pointer) })
            let others = group.reduce(0) { $0 + $1.others.count }
            guard group.first?.pointer != nil else { return group.total }
            return places.count + group.total - group.count + others
        }.max() ?? 0
    }

    /// The requests with their statuses, each once: `GET /search -> 200`.
    public var exchanges: [String] { findings.compactMap(\.exchange).uniqued }

    /// The names of the recordings, each once: `itunes/lookup`.
    public var recordings: [String] {
        let names = findings.compactMap { ($0.location?.recordingName ?? $0.oldLocation?.recordingName) }
        return names.uniqued
    }

    /// Returns whether a change of the recordings is what this began with: one with the same names, or, where
    /// a side has no names, of the same kind, in one of the same recordings.
    package func began(with change: Cause) -> Bool {
        let isAlike =
            names.isEmpty || change.names.isEmpty
            ? kind == change.kind : !Set(names).isDisjoint(with: change.names)
        // The recordings come last, as comparing them takes longest, and there are many pairs of causes.
        return api == change.api && isAlike && !Set(recordings).isDisjoint(with: change.recordings)
    }

    /// The fingerprints of its findings, each once.
    public var fingerprints: [String] { findings.map(\.fingerprint).uniqued }

    /// The properties of the app that it breaks, each once.
    public var affected: [AffectedProperty] {
        OrderedGroups(grouping: findings.flatMap(\.affected), by: \.name).values.compactMap(\.first)
    }
}

extension Finding.Value {
    /// The values of a type of JSON Schema in a sentence, one and several.
    static let nouns: [String: (one: String, several: String)] = [
        "string": ("a string", "strings"), "number": ("a number", "numbers"),
        "integer": ("an integer", "integers"), "boolean": ("a boolean", "booleans"),
        "object": ("an object", "objects"), "array": ("an array", "arrays"), "null": ("null", "null"),
    ]

    /// The kind of the value in a sentence: `a string`.
    var noun: String { Self.nouns[type]?.one ?? type }

    /// The types of JSON Schema that the value has.
    package var types: Set<String> { type == "number" ? ["number", "integer"] : [type] }

    /// The type of JSON Schema that the value has; of an integer also `number`.
    var type: String {
        switch self {
        case .scalar(.null): "null"
        case .scalar(.bool): "boolean"
        case .scalar(.number): "number"
        case .scalar, .text: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The string, if it is a short one.
    var string: String? { if case .scalar(.string(let text)) = self { text } else { nil } }

    /// The number in a sentence, if it is one: `the number 12`.
    var number: String? {
        if case .scalar(.number(let number)) = self { "the number \(number)".excerpt(60) } else { nil }
    }

    /// The names of the properties, if it is an object.
    var names: [String]? { if case .object(let names) = self { names } else { nil } }
}

extension SourceLocation {
    /// The name of the recording that the file belongs to: `itunes/lookup`; nil for another file.
    public var recordingName: String? {
        let parts = file.split(separator: "/")
        guard parts.count > 1, let last = parts.last else { return nil }
        if last.hasSuffix(".har") { return "\(parts[parts.count - 2])/\(last.dropLast(4))" }
        guard parts.count > 2, last.first?.isNumber == true else { return nil }
        return "\(parts[parts.count - 3])/\(parts[parts.count - 2])"
    }

    /// The name of the recording that has the file, or the path of an archive elsewhere; nil for a contract.
    package var archiveName: String? { recordingName ?? (entry == nil ? nil : file) }
}
