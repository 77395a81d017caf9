import VerbatimHAR
package import VerbatimJSON
import VerbatimSchema

/// The rule and the texts of a finding: `<subject>: expected <expected>, found <found>`.
///
/// Every text of a check is written here, except for the values that violate a schema: those texts are the
/// violation's own.
struct FindingMessage {
    let rule: Rule
    /// The part in words, or nil for a value in the body, which has a pointer.
    let part: String?
    let sides: Finding.Sides
    /// The values in the body on which it depends whether the contract is violated.
    var conditions: [JSONPointer] = []

    init(_ rule: Rule, _ part: String?, expected: String = "", found: String) {
        self.init(rule, part, .expected(expected, found: found))
    }

    private init(_ rule: Rule, _ part: String?, _ sides: Finding.Sides) {
        self.rule = rule
        self.part = part
        self.sides = sides
    }
}

extension Finding.Sides {
    static func malformed(_ format: String, _ reason: String) -> Self {
        .found("invalid \(format): \(reason)")
    }
}

// MARK: - Next steps

extension FindingMessage {
    func nextStep(for contract: Contract) -> String {
        // Only the contracts in this folder are those of `make`.
        let isOwn = contract.file.isInFolder("Contracts")
        let check = isOwn ? "run \(ToolCommand("check"))" : "check again"
        return if rule == .operationUndocumented {
            "declare the operation in \(contract.file) and \(check)"
        } else if rule == .responseItemsUndocumented {
            "describe them with \(contract.inferCommand), or write 'itemSchema' in \(contract.file)"
        } else if Rule.request.contains(rule) {
            "send the request as declared, or correct \(contract.file) and \(check)"
        } else if rule == .transportFailed || rule == .responseBodyUnreadable
            || rule.symptom?.isDamage ?? false
        {
            isOwn ? "run \(ToolCommand("record", contract.api)) to record it again" : "record it again"
        } else {
            "if the API changed for good, "
                + (isOwn
                    ? "accept it with \(ToolCommand("review", contract.api))"
                    : "run \(contract.inferCommand) and review the change to the contract")
        }
    }
}

extension Contract {
    /// The command that updates the contract from recordings.
    var inferCommand: ToolCommand {
        // Only the contracts in this folder are those of `make`.
        file.isInFolder("Contracts")
            ? ToolCommand("infer", api)
            : ToolCommand("infer", "--contract", file, "--recordings", "FILE.har", api)
    }
}

// MARK: - The interaction

extension FindingMessage {
    /// - Parameter isUnknownToServer: Whether the server says that it has no such operation.
    static func undocumentedOperation(
        _ method: String, _ url: String, isUnknownToServer: Bool, nearest: [APIOperation]
    ) -> Self {
        let path = url.prefix { $0 != "?" }
        let names = nearest.map { operation in
            let name = "\(operation.method) \(operation.path)"
            // The same request belongs to another server.
            guard operation.method == method, path.hasSuffix(operation.path),
                let server = operation.servers.first
            else { return name }
            return "\(name) of server '\(server.skeleton)'"
        }
        let found =
            "undocumented operation" + (isUnknownToServer ? ", which the server does not have either" : "")
        return Self(
            .operationUndocumented, "'\(method) \(url)'",
            found: nearest.isEmpty ? found : "\(found); closest: \(names.joinedAsAlternatives)")
    }

    static func missingResponse(_ failure: TransportFailure) -> Self {
        Self(.transportFailed, "response", found: "missing: \(failure)")
    }

    // MARK: The request

    static func missing(_ parameter: Parameter) -> Self {
        Self(.requestParameterMissing, parameter.description, found: "missing required parameter")
    }

    static func invalid(_ parameter: Parameter, _ sides: Finding.Sides) -> Self {
        Self(.requestParameterInvalid, parameter.description, sides)
    }

    static func undocumentedParameter(_ field: RequestTarget.Field) -> Self {
        Self(
            .requestParameterUndocumented, FindingPart.parameter(.query, field.name).description,
            found: "undocumented, sent with the value \(field.value.quotedExcerpt())")
    }

    static func missingCredentials(_ alternatives: [[SecurityScheme]]) -> Self {
        let texts = alternatives.map { $0.map(\.message).joined(separator: " and ") }
        return Self(
            .requestSecurityMissing, FindingPart.security.description, expected: texts.joinedAsAlternatives,
            found: "none of them")
    }

    private static let requestBody = "the body of the request"

    static let missingRequestBody = Self(.requestBodyMissing, requestBody, found: "missing required body")

    static func undocumentedRequestMediaType(_ type: String?, _ content: [MediaTypeObject]) -> Self {
        Self(
            .requestMediaTypeUndocumented, FindingPart.requestMediaType.description, expected: content.listed,
            found: type.map(MediaTypeText.quoted) ?? "none")
    }

    static func malformedRequestBody(_ reason: String) -> Self {
        Self(.requestBodyInvalid, requestBody, .malformed("JSON", reason))
    }

    static func invalidRequestBody(_ violation: Violation, in parent: JSONPointer) -> Self {
        let pointer = parent.appending(violation.valuePointer).description
        return Self(
            .requestBodyInvalid, pointer.isEmpty ? requestBody : "'\(pointer)' in the request",
            violation.sides)
    }

    // MARK: The response without its body

    static func undocumentedStatus(_ status: Int, declared: [ResponseObject]) -> Self {
        Self(
            .responseStatusUndocumented, FindingPart.status.description,
            expected: declared.map(\.status).joinedAsAlternatives, found: String(status))
    }

    static func missing(_ header: HeaderObject) -> Self {
        Self(.responseHeaderMissing, header.description, found: "missing required header")
    }

    static func invalid(_ header: HeaderObject, _ sides: Finding.Sides) -> Self {
        Self(.responseHeaderInvalid, header.description, sides)
    }

    static func mediaType(_ type: String?, _ content: [MediaTypeObject]) -> Self {
        Self(
            type == nil ? .responseMediaTypeMissing : .responseMediaTypeUndocumented,
            FindingPart.mediaType.description, expected: content.listed,
            found: type.map(MediaTypeText.quoted) ?? "none")
    }

    // MARK: The body

    static func missingBody(expected: String) -> Self {
        Self(.responseBodyMissing, "body", expected: expected, found: "an empty body")
    }

    static func unexpectedBody(_ kind: BodyKind) -> Self {
        Self(.responseBodyUnexpected, "body", expected: "no body", found: "\(kind)")
    }

    static func unreadableBody(_ reason: String) -> Self {
        Self(.responseBodyUnreadable, "body", found: "unreadable file: \(reason)")
    }

    static func body(_ found: String, expected: String) -> Self {
        Self(.responseBodyKind, "body", expected: expected, found: found)
    }

    static func malformedBody(_ format: String, _ reason: String) -> Self {
        Self(.responseBodyMalformed, "body", .malformed(format, reason))
    }

    /// RFC 8259, section 8.1: https://www.rfc-editor.org/rfc/rfc8259#section-8.1
    static let byteOrderMark = Self(
        .responseBodyMark, "body", expected: "JSON", found: "JSON after a byte order mark")

    static func truncatedBody(_ format: String, _ reason: String) -> Self {
        Self(.responseBodyTruncated, "body", .malformed(format, reason))
    }

    static func undocumentedItems(_ format: ItemFormat) -> Self {
        Self(.responseItemsUndocumented, "items", found: "\(format) without a schema of its items")
    }

    static func undocumentedMessages(_ direction: WebSocketMessage.Direction) -> Self {
        Self(
            .responseItemsUndocumented, "messages",
            found: "messages to \(direction.rawValue) without a schema")
    }

    static func invalidText(_ violation: Violation) -> Self {
        Self(.responseBodySchema, "body", violation.sides)
    }

    // MARK: The values of the body

    static func invalidValue(_ violation: Violation, in contract: Contract) -> Self {
        let part = violation.valuePointer.tokens.isEmpty ? "body" : nil
        let count = contract.responses(behind: violation)
        let evidence = count.map { ", as \(String.count($0, "response")) had" } ?? ""
        return Self(
            violation.rule, part, expected: violation.expected + evidence, found: violation.foundInBranches)
    }

    /// A string that is the constant of no branch of `anyOf` or `oneOf`, where each branch has another one.
    static func unknownWord(_ word: JSON, known: [JSON]) -> Self {
        Self(
            .responsePropertyValue, nil, expected: known.map { $0.excerpt(200) }.joinedAsAlternatives,
            found: "the string \(word.excerpt(200))")
    }

    static func duplicateProperty(first: JSONPosition) -> Self {
        Self(.responsePropertyDuplicate, nil, found: "duplicate property, first at \(first)")
    }

    static func novelty(_ novelty: ValueWalk.Novelty) -> Self {
        let others = novelty.others == 0 ? "" : ", and in \(String.count(novelty.others, "more location"))"
        switch novelty.kind {
        case .property:
            return Self(.responsePropertyUndocumented, nil, found: "undocumented property" + others)
        case .value(let value):
            return Self(
                .responseValueUnknown, nil, expected: novelty.alternatives,
                found: value.text(.compact).excerpt() + others)
        }
    }
}

extension Parameter: CustomStringConvertible {
    /// The parameter in a message: `query parameter 'q'`.
    package var description: String { "\(FindingPart.parameter(location, name))" }
}

extension HeaderObject: CustomStringConvertible {
    /// The header in a message: `header 'Date'`.
    package var description: String { "\(FindingPart.header(name))" }
}

extension ValueWalk.Novelty {
    var rule: Rule {
        switch kind {
        case .property: .responsePropertyUndocumented
        case .value: .responseValueUnknown
        }
    }
}

extension [MediaTypeObject] {
    /// The media types as alternatives: `'text/html' or 'text/plain'`.
    var listed: String { map { "'\($0.range.text)'" }.joinedAsAlternatives }
}

extension [String] {
    private static let alternativesLimit = 100

    /// The elements as alternatives: `a`, `a or b`, `a, b or c`.
    var joinedAsAlternatives: String {
        guard count > 1, let last else { return first ?? "none" }
        guard count <= Self.alternativesLimit else {
            return prefix(Self.alternativesLimit).joined(separator: ", ")
                + " or \(count - Self.alternativesLimit) more"
        }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}

extension Contract {
    /// The keyword by which an inferred schema says how many responses had what it requires.
    package static let responsesKeyword = "x-responses"
    /// The number of responses by which a requirement is as certain as by any larger number.
    package static let sufficientResponses = 10

    /// The number of responses by which an inference required the property that is missing; nil if a person
    /// required it, or if they are sufficient.
    fileprivate func responses(behind violation: Violation) -> Int? {
        guard violation.rule == .responsePropertyMissing, let schema = violation.schema.pointer.parent else {
            return nil
        }
        let count = document[schema][Self.responsesKeyword].value.number?.int
        return count.flatMap { $0 < Self.sufficientResponses ? $0 : nil }
    }

    /// Whether a value is valid against a schema, or each of its elements if that is one of items.
    package func accepts(_ value: JSON, _ schema: SchemaReference) -> Bool {
        let compiled = schemas[schema.index]
        guard schema.items != nil else { return compiled.accepts(value) }
        return value.kind == .array && value.elements.allSatisfy(compiled.accepts)
    }

    /// Returns the violations of a schema in a value, in the order of the value.
    ///
    /// - Parameter isRequest: Whether the value is sent, so that it need not have properties that are read
    ///   only rather than those that are write only.
    func violations(
        of schema: SchemaReference, in value: JSON, isRequest: Bool = false
    ) -> Excerpt<Violation> {
        let found = (isRequest ? requestSchemas : schemas)[schema.index].validate(value)
        return Excerpt(found.flatMap { $0.inChosenBranch(references) }, omittedCount: found.omittedCount)
    }
}

extension Violation {
    /// The pointer of the value; for a missing property, the pointer that it should have.
    var valuePointer: JSONPointer { missingProperty.map(instancePointer.appending) ?? instancePointer }

    /// The violation in the words of its schema, with the one in the closest branch of `anyOf` or `oneOf`.
    var sides: Finding.Sides { .expected(expected, found: foundInBranches) }

    var foundInBranches: String {
        guard let cause = causes.first else { return found }
        let pointer = cause.valuePointer == instancePointer ? "" : "'\(cause.valuePointer)': "
        return "\(found) (\(pointer)expected \(cause.expected), found \(cause.foundInBranches))"
    }

    /// The string that would choose a branch of `anyOf` or `oneOf`, if no branch has it as its constant, and
    /// the constants that they have; nil for any other violation.
    func unknownWord(_ references: References) -> (value: JSON, known: [JSON])? {
        words(references).first { $0.count == 0 }.map { ($0.value, $0.known) }
    }

    /// The violations of the only branch of `anyOf` or `oneOf` that allows the type of the value, or that a
    /// constant string chooses; the violation itself if no branch is chosen.
    fileprivate func inChosenBranch(_ references: References) -> [Violation] {
        let chosen = words(references).contains { word in
            word.count == 1
                && !causes.contains {
                    ["const", "enum"].contains($0.keyword) && $0.instancePointer == word.value.pointer
                }
        }
        return chosen || isInOnlyBranchOfType(references)
            ? causes.flatMap { $0.inChosenBranch(references) } : [self]
    }

    /// Whether the closest branch of `anyOf` or `oneOf` is the only one that allows the type of the value.
    private func isInOnlyBranchOfType(_ references: References) -> Bool {
        guard keyword == "oneOf" || keyword == "anyOf", !causes.isEmpty, let kind = instance.kind,
            !causes.contains(where: { $0.keyword == "type" && $0.instancePointer == instancePointer })
        else { return false }
        let types: Set = kind == .number ? ["number", "integer"] : [kind.typeName]
        let allowing = schema.elements.filter { branch in
            references.branches(of: branch, isCertain: true).allSatisfy { schema in
                schema.allowedTypes.map { !$0.isDisjoint(with: types) } ?? true
            }
        }
        return allowing.count == 1
    }

    /// The strings of an object of which each branch of `anyOf` or `oneOf` has its own, with all of these and
    /// the number of branches that have the string.
    private func words(_ references: References) -> [(value: JSON, known: [JSON], count: Int)] {
        guard keyword == "oneOf" || keyword == "anyOf", !causes.isEmpty, instance.kind == .object else {
            return []
        }
        let branches = schema.elements.map { references.branches(of: $0, isCertain: true) }
        return instance.members.filter { $0.value.kind == .string }.compactMap { name, value in
            let known = branches.map { schemas in
                schemas.map { $0["properties"][name] }.flatMap { [$0["const"]] + $0["enum"].elements }
                    .filter(\.exists)
            }
            guard !known.contains(where: \.isEmpty) else { return nil }
            let count = known.count { words in words.contains { $0.string == value.string } }
            return (value, known.flatMap(\.self), count)
        }
    }

    /// The rule of the violation in the body of a response.
    var rule: Rule {
        switch keyword {
        case "type": .responsePropertyType
        case "required", "dependentRequired": .responsePropertyMissing
        case "enum", "const": .responsePropertyValue
        case "format": .responsePropertyFormat
        case "x-date-formats": .responsePropertyDate
        case "x-date-profile": .responsePropertyDateProfile
        case "pattern": .responsePropertyPattern
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
            .responsePropertyRange
        case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
            "uniqueItems", "contains", "minContains", "maxContains":
            .responsePropertyLength
        case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties",
            "propertyNames":
            .responsePropertyForbidden
        default: .responseBodySchema
        }
    }
}
