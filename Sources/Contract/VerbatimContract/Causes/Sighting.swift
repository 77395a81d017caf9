import VerbatimJSON

/// A finding as a sign of what happened: which property of which object, and how.
struct Sighting {
    let finding: Finding
    /// Whether the finding is a change since the last commit, which explains those of the report.
    let isHistory: Bool
    let symptom: Symptom?
    /// The property, without the indices of arrays before it; empty for a body as a whole.
    let path: [String]

    init(_ finding: Finding, isHistory: Bool = false) {
        self.finding = finding
        self.isHistory = isHistory
        symptom = finding.isOfInstance ? nil : finding.isLoss ? .missing : finding.rule.symptom
        path = finding.pointer?.pattern.tokens ?? []
    }

    /// Whether it is a word in place of the kind of an event: its name, or the constant of its data.
    var isOfItemKind: Bool {
        symptom == .word && path.first == JSONPointer.anyToken
            && (Array(path.dropFirst()) == ["event"] || path.count == 3 && path[1] == "data")
    }

    /// Whether it is no news: less data or more requests than before, other data that the contract allows, or
    /// a difference of the provider from its fake that does not break the app.
    var isExpected: Bool {
        isOfAmount || finding.isAllowed || finding.isFirstOfProvider && finding.severity < .breaking
    }

    /// Whether it is about how much was asked or sent, not about what.
    var isOfAmount: Bool { symptom == .fewer || symptom == .request }

    /// The name of the property: that before the indices of an element.
    var name: String { path.last { $0 != JSONPointer.anyToken } ?? "" }

    /// The object that has the property: the operation or request, and the path.
    var object: ObjectKey { ObjectKey(api: finding.api, scope: scope, path: Array(path.dropLast())) }

    /// The value itself as an object that has properties.
    var asObject: ObjectKey { ObjectKey(api: finding.api, scope: scope, path: path) }

    /// The request without identifiers in its path, and the status.
    private var scope: String {
        var line = ExchangeLine(finding.exchange ?? "")
        line.path = line.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") || $0.contains(where: \.isNumber) ? "*" : $0 }
            .joined(separator: "/")
        return "\(line)"
    }

    /// The status of the response; an error is one of 400 or more.
    var isError: Bool { (finding.status ?? 0) >= 400 }

    /// What findings about the same value have in common.
    var place: PlaceKey { PlaceKey(finding.location, finding.pointer) }

    /// The object that has the value.
    var parentPlace: PlaceKey { PlaceKey(finding.location, finding.pointer?.parent) }

    /// Whether only a model shows it, not the API.
    var isOfModel: Bool { finding.model != nil || symptom == .refusal }

    /// Whether it depends on other values.
    var isConditional: Bool { !finding.conditions.isEmpty }

    /// The values on which it depends, first exactly, then in any element.
    var conditions: [PlaceKey] { placesInAnyElement(finding.conditions) }

    /// The object that has the value, first exactly, then in any element.
    var objectPlaces: [PlaceKey] { placesInAnyElement([finding.pointer?.parent].compactMap(\.self)) }

    /// The value and the object that has it; of a new word, which is found once in a body, in any element.
    var ownPlaces: [PlaceKey] {
        symptom == .word
            ? placesInAnyElement([finding.pointer ?? .root, finding.pointer?.parent ?? .root])
            : [place, parentPlace]
    }

    /// Returns the places of values, and after them those in any element.
    private func placesInAnyElement(_ pointers: [JSONPointer]) -> [PlaceKey] {
        (pointers + pointers.map(\.pattern)).map { PlaceKey(finding.location, $0) }
    }

    /// What findings about the same response, or others of its kind in the same recording, have in common.
    var response: ResponseKey {
        ResponseKey(archive: finding.location?.archiveName, exchange: finding.exchange)
    }

    var isAboutWholeBody: Bool {
        symptom == .bodyKind || symptom == .malformation || symptom == .type && path.isEmpty
            || finding.rule == .responseBodySchema
    }

    /// What the same thing happening at other places has in common.
    var happening: Happening {
        func same(_ name: String, _ detail: String = "") -> Happening {
            Happening(api: finding.api, symptom: symptom, name: name, detail: detail)
        }
        switch symptom {
        // The bodies of errors have properties of their own.
        case .missing, .new: return same(name, isError ? "error" : "")
        case .word, .limit: return same(name)
        case .type: return same(name, finding.value?.noun ?? finding.found)
        case .date: return same("", finding.value?.string?.notation ?? name)
        case .status: return same("", finding.found)
        case .mediaType: return same("", MediaTypeText.essence(of: finding.found))
        case .bodyKind: return same("", finding.found)
        case .truncation, .malformation: return same("")
        case .header, .headerLoss: return same(finding.part ?? "")
        case .silence: return same("")
        case .fewer, .request: return same("")
        case .declaration:
            return same(finding.rule.id, [finding.old, finding.found].joined(separator: "\u{0}"))
        case .refusal: return same(name)
        case nil where finding.rule.isAboutRecordings:
            return Happening(api: nil, symptom: nil, name: finding.rule.id, detail: "")
        // All that a property of the app does not decode although a contract allows it.
        case .disagreement, nil:
            let property = finding.isOfInstance ? finding.affected.first?.name : nil
            return property.map { same("", $0) } ?? same(finding.rule.id, detail)
        }
    }

    /// What findings of a rule without a symptom have in common if they are one happening.
    private var detail: String {
        if finding.isChange, !path.isEmpty {
            return [name, finding.old, finding.found].joined(separator: "\u{0}")
        }
        if finding.mutation != nil, !path.isEmpty {
            return finding.contractPointer?.description ?? ([scope] + path).joined(separator: "\u{0}")
        }
        if finding.rule == .operationUndocumented { return "" }
        if finding.model == nil, finding.exchange != nil {
            // The same in several operations is one thing.
            let message = [finding.part ?? "", finding.expected.isEmpty ? finding.found : finding.expected]
            return (path.isEmpty ? message : path).joined(separator: "\u{0}")
        }
        return finding.severity <= .info && finding.model != nil ? "" : finding.fingerprint
    }
}

/// What a contract declares about an operation.
extension Sighting {
    /// What an operation is in two contracts, whatever its address.
    var declaredOperation: [String?] {
        [finding.api, finding.operation, ExchangeLine(finding.exchange ?? "").method]
    }

    private var declaredPath: String { ExchangeLine(finding.exchange ?? "").path }

    /// Whether a contract no longer declares an operation at its path.
    var isRemovedOperation: Bool { symptom == .declaration && finding.old == declaredPath }

    /// Whether a contract declares an operation at a new path.
    var isAddedOperation: Bool { symptom == .declaration && finding.found == declaredPath }
}

extension String {
    /// The notation of a date: its text with 0 for any digit.
    package var notation: String { String(map { $0.isNumber ? "0" : $0 }) }
}

extension Finding {
    /// Whether no recording shows it, only an instance that was generated from a contract.
    fileprivate var isOfInstance: Bool { if case .instance = evidence { true } else { false } }

    /// Whether a property is sometimes missing that the app, or a shipped version of it, needs.
    fileprivate var isLoss: Bool {
        rule.symptom == .fewer && tried == .absent && (!affected.isEmpty || versions?.broken.isEmpty == false)
    }
}

/// An object of the bodies of an operation.
struct ObjectKey: Hashable {
    let api: String?
    let scope: String?
    var path: [String]
}

/// A value in a body of a recording; of a contract, only its position there.
struct PlaceKey: Hashable {
    let file: String?
    let entry: Int?
    let pointer: JSONPointer

    init(_ location: SourceLocation?, _ pointer: JSONPointer?) {
        file = location?.archiveName == nil ? nil : location?.file
        entry = location?.entry
        self.pointer = pointer ?? .root
    }
}

/// The responses to one request with one status in a recording.
struct ResponseKey: Hashable {
    let archive: String?
    let exchange: String?
}

/// The same thing at any number of places.
struct Happening: Hashable {
    let api: String?
    var symptom: Symptom?
    let name: String
    let detail: String
}

/// The media type in a finding.
package enum MediaTypeText {
    static func quoted(_ type: String) -> String { "'\(type)'" }

    /// Returns the media type without quotation marks and parameters: `application/json`.
    package static func essence(of text: String) -> String {
        String(text.drop { $0 == "'" }.prefix { $0 != ";" && $0 != "'" })
    }
}
