import VerbatimJSON

extension Finding {
    /// The identity of the finding from one run to the next, as 16 hexadecimal digits.
    ///
    /// It is a hash of the rule, the API, the operation, the model, the mutation and the pointer, in which
    /// `*` replaces the indices of arrays; without a pointer, of the part. Neither lines nor values nor the
    /// form of the contract are part of it, so that it stays the same if a recording is made again or a
    /// contract is edited elsewhere. Several findings can have the same fingerprint: the same problem at
    /// different elements or with different values.
    public var fingerprint: String {
        if let originalFingerprint { return originalFingerprint }
        var hash = StableHash()
        let part = subject.pointer?.pattern.description ?? subject.part
        for text in [rule.id, subject.api, subject.operation, subject.model, part] { hash.combine(text) }
        if let mutation = subject.mutation { hash.combine(mutation) }
        return hash.text
    }

    /// The properties by which findings are the same to someone.
    public struct Key: Hashable, Sendable {
        /// The id of the rule.
        public var rule: String
        /// The severity, if it matters.
        public var severity: Severity?
        /// The properties of the subject that matter.
        public var subject: Subject
        /// The expected value, if it matters.
        public var expected: String?

        /// Creates a key, by default of what overrides decide about.
        public init(rule: String, severity: Severity? = nil, _ subject: Subject, expected: String? = nil) {
            self.rule = rule
            self.severity = severity
            self.subject = subject
            self.expected = expected
        }

        /// The key without the indices of arrays: the same for all elements.
        package var pattern: Key {
            var key = self
            key.subject.pointer = subject.pointer?.pattern
            return key
        }
    }

    /// What the owners of keys distinguish, from fine to coarse.
    package enum Level {
        /// A value in one exchange, for comparing checks of it.
        case value
        /// What an override decides about.
        case decision
        /// What a report lists as one entry.
        case entry
        /// What a list of bounded length counts together.
        case cause
    }

    /// Returns the key of a level. All but those of entries have the pointer with its indices.
    package func key(_ level: Level) -> Key {
        var kept = Subject()
        switch level {
        case .value:
            kept.part = subject.part
            kept.pointer = subject.pointer
            kept.contractPointer = subject.contractPointer
        case .decision:
            kept = subject
            kept.status = nil
            kept.contractPointer = nil
            kept.part = decidedPart
            return Key(rule: rule.id, kept)
        case .entry:
            kept.operation = subject.operation
            kept.mutation = subject.mutation
            kept.pointer = subject.pointer?.pattern
            kept.contractPointer = subject.contractPointer
            if !rule.isAboutRecordings {
                kept.api = subject.api
                kept.part = subject.pointer == nil ? subject.part : nil
            }
            return Key(rule: rule.id, severity: severity, kept, expected: expected)
        case .cause:
            kept = subject
            kept.exchange = nil
            kept.status = nil
            kept.part = nil
            kept.pointer = nil
        }
        return Key(rule: rule.id, severity: severity, kept)
    }

    /// The part with what distinguishes findings about it: the media type that was found, and the file of a
    /// finding that belongs to no API.
    private var decidedPart: String? {
        if let part = subject.part, rule.isAboutMediaType { return "\(part) \(found)" }
        guard subject.api == nil, let location else { return subject.part }
        return "\(subject.part ?? found) in \(location.pathInProject)"
    }
}

extension Rule {
    /// Whether the findings differ in the media type only.
    fileprivate var isAboutMediaType: Bool {
        self == .responseMediaTypeUndocumented || self == .requestMediaTypeUndocumented
    }

    /// Whether the findings are about recordings as a whole, and differ in nothing but the recording.
    var isAboutRecordings: Bool {
        [.recordingStale, .recordingFromFake, .recordingLogMismatch, .recordingUnfinished].contains(self)
    }
}

extension SourceLocation {
    /// The path of the file without the steps from a working directory to the project that contains it.
    fileprivate var pathInProject: String {
        file.split(separator: "/", omittingEmptySubsequences: false).drop { $0 == ".." || $0 == "." }
            .joined(separator: "/")
    }
}

extension Sequence<Finding> {
    /// The findings that differ in nothing but the location, the value and the indices of arrays together, in
    /// the order of the first ones. A change is alone: it lists its places itself.
    public var entries: [[Finding]] {
        OrderedGroups(grouping: enumerated()) { index, finding in
            finding.isChange ? EntryKey.change(index) : .findings(finding.key(.entry))
        }.values.map { $0.map(\.element) }
    }

    /// The number of findings, with those that they stand for.
    public var total: Int { reduce(0) { $0 + $1.count } }
}

private enum EntryKey: Hashable {
    case change(Int)
    case findings(Finding.Key)
}
