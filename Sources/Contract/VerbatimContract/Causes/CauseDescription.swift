import VerbatimJSON

/// Describes what happened in the words of the provider, and what to do about it.
struct CauseDescription {
    private let group: CauseGroup
    private let findings: [Finding]
    private let history: [Finding]
    /// The finding to describe it by: of the report rather than history, about the API rather than a model.
    private let first: Finding
    private let names: [String]
    /// The properties that the app reads, which are named before the others.
    private let read: Set<String>

    init(_ group: CauseGroup) {
        self.group = group
        let sightings = group.sightings.filter { !$0.isHistory }.map(\.finding)
        findings = Severity.allCases.reversed().flatMap { severity in
            sightings.filter { $0.severity == severity && $0.model == nil }
                + sightings.filter { $0.severity == severity && $0.model != nil }
        }
        history = group.sightings.filter(\.isHistory).map(\.finding)
        let shown = group.kind == .status ? group.sightings.first { $0.symptom == .status } : nil
        let found = group.sightings.first { !$0.isHistory && $0.symptom != .refusal }
        first = (shown ?? found)?.finding ?? findings.first ?? history[0]
        names = group.names.filter { !$0.isEmpty }.uniqued
        read = Set(group.sightings.filter { !$0.finding.affected.isEmpty }.map(\.name))
    }

    var cause: Cause {
        Cause(
            kind: group.kind, api: group.api, names: group.kind == .other ? [] : names, identity: identity,
            title: title.onOneLine, findings: findings, history: history, fix: fix, code: code,
            renames: group.kind == .renamed ? group.pairs : [])
    }

    /// The same with the history of the recordings and without it.
    private var identity: [String] {
        switch group.kind {
        case .status, .page: [first.found]
        case .mediaType: [MediaTypeText.essence(of: first.found)]
        case .truncated, .malformed, .tolerated: []
        case .silence: [requests(.silence)]
        case .other where first.rule.plural == nil: [first.rule.id, Sighting(first).happening.detail]
        case .other: [first.rule.id, first.pointer?.pattern.description ?? ""]
        default: names.isEmpty ? [first.pointer?.pattern.description ?? first.fingerprint] : names
        }
    }

    // MARK: The title

    private var title: String {
        let api = group.api ?? "the API"
        return switch group.kind {
        case .renamed where first.isOfItemKind: "\(api) renamed \(renames), a kind of event"
        case .renamed: "\(api) renamed \(renames)"
        case .replaced: "\(api) sends \(Self.list(added)) in place of \(Self.list(missing))"
        case .moved: "\(api) moved \(Self.list(missing)) into \(Self.list(wrappers))"
        case .wrapped:
            "\(api) wrapped \(isRoot ? "its answers" : Self.list(missing)) in \(Self.list(wrappers))"
        case .unwrapped:
            "\(api) sends the properties of \(Self.list(missing)) without it: \(Self.list(added))"
        case .dropped where first.isOfItemKind: "\(api) no longer sends \(Self.list(names)), a kind of event"
        case .added where first.isOfItemKind: "\(api) sends a new kind of event, \(Self.list(names))"
        case .value where group.sightings.contains(where: \.isOfItemKind):
            "\(api) sends a new kind of event, \(words)"
        case .dropped: "\(api) no longer \(isAboutContract ? "declares" : "sends") \(what)"
        case .added:
            "\(api) \(isAboutContract ? "declares" : "sends")"
                + " \(names.count > 1 ? "new properties" : "a new property"), \(Self.list(names))"
        case .retyped: "\(api) sends \(what) as \(noun)\(formerType)"
        case .nullable: "\(api) sends null for \(what)"
        case .date: "\(api) writes \(Self.list(names(of: .date))) as \(shownValue)"
        case .limit where isAboutBody:
            "\(api) answers \(requests) with \(first.found.excerpt(80)), not with \(first.expected)"
        case .limit where first.value?.string != nil:
            "\(api) writes \(what) otherwise: \(first.value?.string?.quotedExcerpt() ?? "")\(formerForm)"
        case .limit where first.value == .array: "\(api) sends \(what) with \(first.found)\(formerForm)"
        case .limit where first.isChange && first.rule.symptom == .refusal:
            "\(api) sends \(what) as the app cannot read it: \(first.found.excerpt(100))"
        case .limit:
            "\(api) sends \(what) out of its limits: \(first.value?.number ?? first.found.excerpt(60))"
        case .value: "\(api) has a new value of \(Self.list(names)): \(words)"
        case .error:
            "\(api) answers \(statuses) with another body: \(Self.list(added))"
                + (missing.isEmpty ? "" : " instead of \(Self.list(missing))") + newMediaType
        case .paging: "\(api) pages by \(Self.list(added)), no longer by \(Self.list(missing))"
        case .status: "\(api) answers \(requests) with \(first.found)\(formerStatus)"
        case .mediaType: "\(api) sends \(MediaTypeText.essence(of: first.found))\(formerMediaType)"
        case .header where first.rule.symptom == .headerLoss:
            "\(api) no longer sends the \(first.part ?? "header")"
        case .header: "\(api): \(first.message)"
        case .page: "\(api) answers with \(first.found), not with \(first.former)"
        case .truncated: "\(api) cut off its answer in \(recordings)"
        case .malformed: "\(api) answers with a body that cannot be parsed in \(recordings)"
        case .silence where group.sightings.contains { $0.symptom == .request }:
            "\(api) is asked for \(requests(.request)) in place of \(requests(.silence))"
        case .silence: "\(api) is no longer asked for \(requests(.silence))"
        case .disagreement: first.message
        case .tolerated: tolerated
        case .other: other
        }
    }

    /// Whether a contract changed, not what the API was seen to do.
    private var isAboutContract: Bool {
        first.isChange && [first.location, first.oldLocation].allSatisfy { $0?.archiveName == nil }
    }

    /// The properties, or what is no property.
    private var what: String {
        let (others, important) = names.partitioned(by: read.contains)
        guard names.isEmpty else { return Self.list(important + others) }
        return first.pointer?.tokens.isEmpty ?? true ? "its answer" : "elements of a list"
    }

    private var renames: String {
        let (others, important) = group.pairs.partitioned { read.contains($0.old) }
        return Self.list(3, of: (important + others).map { "'\($0.old)' to '\($0.new)'" }.uniqued)
    }

    private var missing: [String] { names(of: .missing) }
    private var added: [String] { names(of: .new) }
    private var wrappers: [String] { added.isEmpty ? names(of: .type) : added }

    private func names(of symptom: Symptom) -> [String] {
        group.sightings.filter { $0.symptom == symptom }.map(\.name).uniqued
    }

    private var isRoot: Bool {
        group.sightings.contains { ($0.symptom == .new || $0.symptom == .type) && $0.path.count == 1 }
    }

    /// The names of properties in quotation marks, of which a few are enough.
    private static func list(_ names: [String]) -> String { list(4, of: names.map { "'\($0)'" }) }

    /// The first texts, and the number of the others.
    private static func list(_ count: Int, of texts: [String]) -> String {
        let rest = texts.count - count
        return (texts.prefix(count) + (rest > 0 ? ["\(rest) more"] : [])).list("and")
    }

    private var contrast: String { "\(first.isChange ? "was" : "expected") \(first.former)" }

    private var noun: String {
        let type = group.sightings.lazy.filter { $0.symptom == .type }.compactMap(\.finding.value?.type).first
        return type.flatMap { noun(for: $0) } ?? first.found
    }

    private var formerType: String { noun(for: first.former).map { ", not as \($0)" } ?? "" }

    /// Returns the noun for the values of the properties, which have a type; nil for any other text.
    private func noun(for type: String) -> String? {
        Finding.Value.nouns[type].map { names.count > 1 ? $0.several : $0.one }
    }

    private var shownValue: String {
        let value = group.sightings.lazy.filter { $0.symptom == .date }.compactMap(\.finding.value?.string)
            .first
        return "\(value ?? first.found), \(contrast)".excerpt(160)
    }

    private var words: String {
        let words = group.sightings.filter { $0.symptom == .word }.compactMap(\.finding.value?.string)
        let shown = words.uniqued.prefix(4).map { $0.quotedExcerpt() }
        return shown.isEmpty ? first.found : shown.joined(separator: ", ")
    }

    private var formerForm: String {
        first.old.isEmpty && first.expected.isEmpty ? "" : ", \(contrast)".excerpt(80)
    }

    private var statuses: String {
        Set(group.sightings.compactMap(\.finding.status)).sorted().map(String.init).list("and")
    }

    private var requests: String { requests(nil) }

    /// The requests, all of them or those with a symptom.
    private func requests(_ symptom: Symptom?) -> String {
        let all = (findings.isEmpty ? history : findings).compactMap { finding in
            symptom == nil || finding.rule.symptom == symptom
                ? finding.exchange.map { ExchangeLine($0).request } : nil
        }
        let requests = all.uniqued
        let rest = requests.count - 2
        return (requests.prefix(2) + (rest > 0 ? [String.count(rest, "more request")] : [])).list("and")
    }

    private var formerStatus: String {
        if let old = (history + findings).first(where: \.isChange)?.old, !old.isEmpty {
            return ", not with \(old)"
        }
        return first.expected.isEmpty ? "" : ", not with \(first.expected)"
    }

    /// Another media type of an error in another form: `, as application/problem+json`.
    private var newMediaType: String {
        let type = group.sightings.first { $0.symptom == .mediaType }?.finding.found
        return type.map { ", as \(MediaTypeText.essence(of: $0))" } ?? ""
    }

    private var formerMediaType: String {
        first.former.isEmpty ? "" : ", not \(MediaTypeText.essence(of: first.former))"
    }

    private var recordings: String {
        let names = (findings + history).compactMap { $0.location?.archiveName }
            .map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        return Self.list(names.uniqued)
    }

    private var tolerated: String {
        let differences = group.sightings.filter { !$0.isOfAmount }.map(\.difference)
        let count = (findings + history).filter(\.isFirstOfProvider).total
        guard count == 0 else {
            return "\(group.api ?? "the API") was recorded from the provider for the first time:"
                + " \(String.count(count, "difference")) from its fake provider"
        }
        return "\(group.api ?? "the API") sends other data, which the contract allows"
            + (differences.isEmpty ? "" : ": \(Self.list(3, of: differences.uniqued))")
    }

    private var other: String {
        let count = findings.total
        if first.rule == .operationUndocumented, findings.compactMap(\.exchange).uniqued.count > 1 {
            return "\(group.api ?? "the API") is asked for operations that the contract lacks: \(requests)"
        }
        if first.rule.symptom == .declaration, findings.count > 1 { return declarations }
        if findings.count > 1, first.isChange, let pointer = first.pointer {
            return "\(group.api.map { "\($0): " } ?? "")'\(pointer)' \(first.rule.summary)"
        }
        guard count > 1, let plural = first.rule.plural, findings.allSatisfy({ $0.rule == first.rule }) else {
            return [group.api, first.message].compactMap(\.self).joined(separator: ": ")
        }
        let api = first.rule.isAboutRecordings ? "" : group.api.map { "\($0): " } ?? ""
        return "\(api)\(count) \(plural)\(mutations)"
    }

    /// What a contract declares otherwise, of several operations or servers.
    private var declarations: String {
        let api = group.api.map { "\($0): " } ?? ""
        let removed = group.sightings.filter(\.isRemovedOperation)
        guard let old = removed.first,
            let new = group.sightings.first(where: {
                $0.isAddedOperation && $0.finding.operation == old.finding.operation
            })
        else {
            let others = Set(findings.map(\.operation)).count - 1
            guard others > 0 else {
                return api + findings.map { "\($0.part ?? "") \($0.rule.summary)" }.uniqued.list("and")
            }
            return "\(api)\(first.message), the same for \(String.count(others, "more operation"))"
        }
        let rest = removed.count - 1
        return
            "\(api)\(old.finding.part ?? "") has another path: \(new.finding.found), was \(old.finding.old)"
            + (rest > 0 ? ", the same for \(String.count(rest, "more operation"))" : "")
    }

    /// The value of some mutants, and what it was changed to: ` at '/price': null, overflow`.
    private var mutations: String {
        guard let pointer = first.pointer, first.mutation != nil else { return "" }
        let names = findings.compactMap(\.mutation).uniqued
        return " at '\(pointer.pattern)': \(names.joined(separator: ", "))"
    }

    // MARK: What to do

    private var affected: [AffectedProperty] { (findings + history).flatMap(\.affected) }

    /// Whether a body is refused as a whole.
    private var isAboutBody: Bool { names.isEmpty && (first.pointer?.tokens.isEmpty ?? true) }

    private var recordAgain: String { "record again with \(ToolCommand("record", group.api ?? ""))" }

    private var review: String { ToolCommand("review", group.api ?? "").description }

    private var fix: String {
        guard !isAboutContract || group.kind == .tolerated else { return first.next }
        // Several properties may have a notation of dates; others are only read by what changed.
        let known = Set(names)
        let own = group.sightings.filter {
            names.isEmpty || known.contains($0.name) || group.kind == .date
        }
        let properties = own.flatMap(\.finding.affected).map { "`\($0.name)`" }.uniqued
        let property = properties.isEmpty ? nil : Self.list(3, of: properties)
        let reader = property == nil ? affected.first.map { "adapt `\($0.model)` to it, and " } ?? "" : ""
        switch group.kind {
        case .renamed:
            let cases = code?.split(separator: "\n").map { "`\($0)`" } ?? []
            return
                "\(cases.isEmpty ? "use the new name" : "write \(cases.list("and"))"), and accept it with \(review)"
        case .replaced, .moved, .wrapped, .unwrapped, .paging, .error:
            return
                "adapt \(affected.first.map { "`\($0.model)`" } ?? "the contract") to it, and accept it with \(review)"
        case .dropped:
            return property.map { "make \($0) optional, and accept it with \(review)" }
                ?? "\(reader)accept it with \(review)"
        case .limit where isAboutBody:
            return "\(recordAgain)\(property.map { ", or let \($0) read both" } ?? "")"
        case .nullable, .retyped, .limit, .date:
            return property.map { "let \($0) read both, and accept it with \(review)" }
                ?? "\(reader)accept it with \(review)"
        case .value:
            return "handle \(words)\(property.map { " in \($0)" } ?? ""), and accept it with \(review)"
        case .status where (first.status ?? 0) >= 500 || first.isChange:
            return "\(recordAgain), or, if the app has to expect it, accept it with \(review)"
        case .status: return "add the status to the operation: accept it with \(review)"
        case .mediaType: return "accept it with \(review)"
        case .page, .truncated, .malformed: return "\(recordAgain); no model has to change"
        case .silence: return "look for what stopped the app before the request"
        case .added: return "nothing breaks; document it with \(review)"
        case .tolerated: return ""
        case .header, .disagreement, .other: return first.next
        }
    }

    /// The cases of `CodingKeys` for the new names.
    private var code: String? {
        guard group.kind == .renamed else { return nil }
        var readers: [String: AffectedProperty] = [:]
        for finding in findings + history {
            guard let name = finding.pointer?.tokens.last, readers[name] == nil else { continue }
            readers[name] = finding.affected.first
        }
        let cases = group.pairs.compactMap { pair -> String? in
            readers[pair.old].map { reader in
                let name = reader.name.split(separator: ".").last ?? ""
                return "case \(name)" + (name == pair.new ? "" : " = \(pair.new.quotedExcerpt())")
            }
        }
        return cases.isEmpty ? nil : cases.joined(separator: "\n")
    }
}

extension Sighting {
    /// What is other than before, in a few words: `'total' as a string`.
    fileprivate var difference: String {
        switch symptom {
        case .missing: "'\(name)' missing"
        case .new: "'\(name)' new"
        case .type: "'\(name)' as \(finding.value?.noun ?? finding.found)"
        case .limit where finding.value == .array: "'\(name)' with \(finding.found)"
        case .date, .limit: "'\(name)' written otherwise"
        case .word: "\(finding.value?.string.map { $0.quotedExcerpt() } ?? finding.found) as '\(name)'"
        case .mediaType: MediaTypeText.essence(of: finding.found)
        case .status: "status \(finding.found)"
        default: finding.part ?? finding.found
        }
    }
}
