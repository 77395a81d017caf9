import VerbatimJSON

/// The names of secrets: those of a redaction, and the usual ones that it does not except.
struct SecretNames: Sendable {
    /// The reason why the values of a name are secret.
    enum Rule: Sendable, Hashable {
        /// The secret of the redaction with this index.
        case given(Int)
        /// A usual name.
        case usual(UsualNames.Confidence)
    }

    /// The origin of a value.
    enum Source: Sendable {
        /// A request, or a URL. Anything under the name of a secret is one.
        case sent
        /// The body of a response, which is data.
        case answered
        /// A request that nothing recorded has matched. Without a key, an app sends anything in its place.
        case unmatched
    }

    private let given: [(secret: Secret, name: [UInt8])]
    private let exceptions: Set<String>

    init(_ redaction: Redaction) {
        given = redaction.secrets.map { ($0, Array($0.name.lowercased().utf8)) }
        exceptions = Set(redaction.except.map { UsualNames.normalized($0.utf8) })
    }

    /// The given names that are not only letters, digits, `-`, `_` and `.`.
    var withOtherCharacters: [[UInt8]] {
        given.map(\.name).filter { !$0.allSatisfy(\.isNameCharacter) }
    }

    /// Whether a name, or its end, may be that of a secret. Nearly every name is rejected here.
    func mayContain(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let last = name.last else { return false }
        return UsualNames.hasEnding(name)
            || given.contains { $0.name.count <= name.count && $0.name.last == last.lowercased }
    }

    /// Returns why the values of a name are secret in a location, or nil if they are not.
    func rule(of name: some BidirectionalCollection<UInt8>, in location: Secret.Location) -> Rule? {
        for (index, item) in given.enumerated()
        where item.secret.locations.contains(location) && item.name.equalsLowerCase(of: name) {
            return .given(index)
        }
        guard let confidence = UsualNames.confidence(of: name, in: location), !isExcepted(name) else {
            return nil
        }
        return .usual(confidence)
    }

    /// Whether the redaction excepts a name.
    func isExcepted(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        !exceptions.isEmpty && exceptions.contains(UsualNames.normalized(name))
    }

    /// Returns the name that the placeholders of a rule show.
    func placeholderName(_ name: String, _ rule: Rule) -> String {
        switch rule {
        case .given(let index): given[index].secret.name
        case .usual: String(name.suffix(40))
        }
    }

    /// Whether a value of a name is secret.
    ///
    /// - Parameters:
    ///   - value: The plain value.
    ///   - rule: The reason why values of the name are secret.
    ///   - source: The origin of the value.
    ///   - isNested: Whether the value is in an array or an object of the name, or in a script.
    static func isSecret(_ value: String, _ rule: Rule, _ source: Source, isNested: Bool = false) -> Bool {
        guard case .usual(let confidence) = rule else { return !value.isEmpty }
        guard source != .unmatched else { return !value.isEmpty }
        guard value.utf8.count >= 3, !constants.contains(value.lowercased()) else { return false }
        if value.hasPrefix(PlaceholderTable.prefix) { return true }
        let shape = CredentialShape(value)
        switch (confidence, source) {
        case (_, .unmatched): return true
        case (.possible, .sent): return shape.looksLikeKey
        case (.possible, .answered): return shape.looksIssued
        case (.certain, .sent), (.likely, .sent): return true
        case (.certain, .answered), (.likely, .answered):
            if isNested { return shape.looksLikeKey }
            return confidence == .certain
                ? shape.isOneWord || Credentials(value).isSchemeAndWord : shape.isPlausible
        }
    }

    /// The values that say that there is no secret.
    private static let constants: Set = [
        "true", "false", "null", "nil", "none", "undefined", "include", "omit", "same-origin",
    ]

    /// Whether a value of a rule is replaced wherever it occurs from now on.
    static func isSearchable(_ value: String, _ rule: Rule) -> Bool {
        switch rule {
        case .given: value.utf8.count >= Redaction.minimumFoundLength
        case .usual: CredentialShape(value).isSearchable
        }
    }
}

extension [UInt8] {
    /// Whether the bytes, in lower case, are those of another name without case.
    fileprivate func equalsLowerCase(of name: some BidirectionalCollection<UInt8>) -> Bool {
        count == name.count && elementsEqual(name.lazy.map(\.lowercased))
    }
}

extension UInt8 {
    /// Whether names consist of it: a letter, a digit, `-`, `_`, `.` or a byte of another script.
    var isNameCharacter: Bool {
        isLetterOrDigit || self >= 0x80 || "-_.".utf8.contains(self)
    }
}
