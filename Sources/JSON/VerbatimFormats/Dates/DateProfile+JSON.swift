package import VerbatimJSON

/// The JSON of a profile: `"x-date-profile": {"precision": "second", "fraction": "never", "offset": "Z"}`.
///
/// - `precision`: `year`, `month`, `day`, `minute` or `second`
/// - `fraction`: `never`, `always` or `mixed`; `digits` restricts its lengths
/// - `offset`: `none`, `Z`, `+hh`, `+hhmm` or `+hh:mm`, where `+` includes `-`
///
/// An array allows several values, a missing property all of them.
extension DateProfile {
    package struct Malformed: Error {
        /// A description of valid values, as in `a name or a list of names`.
        package let expected: String
        package let value: JSON
    }

    package init(_ json: JSON) throws(Malformed) {
        guard json.kind == .object, json.count > 0 else {
            throw Malformed(expected: "an object with 'precision', 'fraction' or 'offset'", value: json)
        }
        self = .any
        let (fraction, digits) = (json["fraction"], json["digits"])
        for member in json.members {
            switch member.name {
            case "precision": precisions = try Self.options(member.value, of: Self.precisionNames)
            case "offset": offsets = try Self.options(member.value, of: Self.offsetNames)
            case "fraction": fractions = try Self.fraction(member.value, digits: digits)
            case "digits" where fraction.exists: continue
            default: throw Malformed(expected: "without a property '\(member.name)'", value: member.value)
            }
        }
        if precisions.isDisjoint(with: .times) { offsets = [] }
        if !precisions.contains(.second) { fractions = [] }
    }

    /// `never`, `always` or `mixed`; nil if the profile contains all lengths.
    private var fractionName: String? {
        guard !fractions.isEmpty, fractions != .all else { return nil }
        if fractions == .never { return "never" }
        return fractions.contains(.never) ? "mixed" : "always"
    }

    private static let precisionNames: [(String, Precisions)] = [
        ("year", .year), ("month", .month), ("day", .day), ("minute", .minute), ("second", .second),
    ]
    private static let offsetNames: [(String, Offsets)] = [
        ("none", .none), ("Z", .zulu), ("+hh", .hours), ("+hhmm", .basic), ("+hh:mm", .extended),
    ]

    // MARK: Parsing

    private static func options<Set: OptionSet>(
        _ json: JSON, of names: [(String, Set)]
    ) throws(Malformed) -> Set where Set.Element == Set {
        var options: Set = []
        let values = json.kind == .array ? Array(json.elements) : [json]
        for value in values {
            guard let known = names.first(where: { $0.0 == value.string }) else {
                throw Malformed(
                    expected: names.map { "'\($0.0)'" }.list("or") + ", or a list of them",
                    value: value)
            }
            options.formUnion(known.1)
        }
        guard !options.isEmpty else { throw Malformed(expected: "a name or a list of names", value: json) }
        return options
    }

    private static func fraction(_ json: JSON, digits: JSON) throws(Malformed) -> Fractions {
        let lengths = try lengths(digits)
        switch json.string {
        case "never": return .never
        case "always": return lengths
        case "mixed": return lengths.union(.never)
        default: throw Malformed(expected: "'never', 'always' or 'mixed'", value: json)
        }
    }

    private static func lengths(_ json: JSON) throws(Malformed) -> Fractions {
        guard json.exists else { return .always }
        var lengths: Fractions = []
        for value in json.kind == .array ? Array(json.elements) : [json] {
            guard let digits = value.int, 1...15 ~= digits else {
                throw Malformed(expected: "a number of digits from 1 to 15, or a list of them", value: value)
            }
            lengths.formUnion(Fractions(digits: digits))
        }
        return lengths.isEmpty ? .always : lengths
    }
}

// MARK: - Description

extension DateProfile: CustomStringConvertible {
    /// The dates of the profile: `a date to the second, without a fraction, with the offset 'Z'`.
    package var description: String {
        ["a date" + precisionDescription, fractionDescription, offsetDescription]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var precisionDescription: String {
        guard precisions != .all, !precisions.isEmpty else { return "" }
        let names = Self.precisionNames.filter { precisions.contains($0.1) }.map(\.0)
        return " to the " + names.list("or")
    }

    private var fractionDescription: String {
        guard let name = fractionName else { return "" }
        let start = ["never": "without", "always": "with"][name] ?? "with or without"
        let lengths = fractions.subtracting(.never)
        guard !lengths.isEmpty, lengths != .always else { return start + " a fraction" }
        let counts = lengths.digits
        return start + " a fraction of " + counts.map(String.init).list("or")
            + (counts == [1] ? " digit" : " digits")
    }

    private var offsetDescription: String {
        guard offsets != .all, !offsets.isEmpty else { return "" }
        let forms = Self.offsetNames.dropFirst().filter { offsets.contains($0.1) }.map { "'\($0.0)'" }
        guard !forms.isEmpty else { return "without an offset" }
        return "with the offset " + (forms + (offsets.contains(.none) ? ["none"] : [])).list("or")
    }
}
