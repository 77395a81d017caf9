import VerbatimContract
import VerbatimJSON

extension ChangeSubject {
    /// Returns a contract in which the subject has a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema; nil for a contract without the subject.
    ///   - isRequired: Whether it is required; by default as the subject says.
    func fragment(_ schema: JSONValue?, isRequired: Bool? = nil) -> ContractFragment {
        let isRequired = isRequired ?? Self.required.contains(self)
        let mark: JSONValue = isRequired ? ["required": true] : [:]
        switch self {
        case .requestParameter, .requiredParameter, .optionalParameter:
            let parameter = mark.merging(["schema": schema ?? [:]], after: ["name": "value", "in": "query"])
            return ContractFragment(.operation, ["parameters": schema == nil ? [] : [parameter]])
        case .responseHeader, .requiredHeader, .optionalHeader:
            let header = mark.merging(["schema": schema ?? [:]])
            return ContractFragment(.response, ["headers": schema == nil ? [:] : ["X-Value": header]])
        case .requestBody:
            guard let schema else { return ContractFragment(.operation, ["operationId": "books.list"]) }
            let body = mark.merging(["content": ["application/json": ["schema": schema]]])
            return ContractFragment(.operation, ["requestBody": body])
        case .mediaTypeSchema:
            let mediaType: JSONValue = schema.map { ["schema": $0] } ?? [:]
            return ContractFragment(.response, ["content": ["application/json": mediaType]])
        case .requestProperty, .requestRequiredProperty, .requestOptionalProperty,
            .requestAdditionalProperties:
            let body = bodySchema(around: schema, isRequired: isRequired)
            return ContractFragment(
                .operation, ["requestBody": ["content": ["application/json": ["schema": body]]]])
        default:
            return .body(bodySchema(around: schema, isRequired: isRequired))
        }
    }

    private static let required: Set<ChangeSubject> = [
        .requiredParameter, .requiredHeader, .requiredProperty, .requestRequiredProperty,
    ]

    /// Returns the schema of a body in which the subject has a schema.
    private func bodySchema(around schema: JSONValue?, isRequired: Bool) -> JSONValue {
        let title: JSONValue = ["title": ["type": "string"]]
        switch self {
        case .responseBody: return schema ?? [:]
        case .items: return ["type": "array", "items": schema ?? [:]]
        case .mapValue: return ["type": "object", "additionalProperties": schema ?? [:]]
        case .additionalProperties, .requestAdditionalProperties:
            let object: JSONValue = ["type": "object", "properties": title]
            return object.merging(schema.map { ["additionalProperties": $0] } ?? [:])
        default:
            guard let schema else { return ["type": "object", "properties": title] }
            let object: JSONValue =
                isRequired ? ["type": "object", "required": ["value"]] : ["type": "object"]
            return object.merging(["properties": title.merging(["value": schema])])
        }
    }
}

extension JSONValue {
    /// Returns an object with the members of another after its own, and those of a third before.
    fileprivate func merging(_ other: JSONValue, after first: JSONValue = [:]) -> JSONValue {
        let members = [first, self, other].flatMap { $0.object?.members ?? [] }
        return .object(JSONObject(members.map { ($0.name, $0.value) }))
    }
}

// MARK: - Changes of other parts than schemas

extension ChangeSubject {
    /// Returns an example of a change of presence.
    func example(of change: PresenceChange) -> RuleExample {
        let value: JSONValue = ["type": "string"]
        return switch change {
        case .added: .contracts(withoutPart, part)
        case .removed: .contracts(part, withoutPart)
        case .becameRequired:
            .contracts(fragment(value, isRequired: false), fragment(value, isRequired: true))
        case .becameOptional:
            .contracts(fragment(value, isRequired: true), fragment(value, isRequired: false))
        }
    }

    /// A contract with the subject.
    private var part: ContractFragment? { parts.with }
    /// A contract without it.
    private var withoutPart: ContractFragment? { parts.without }

    private var parts: (without: ContractFragment?, with: ContractFragment?) {
        switch self {
        case .contract: (nil, ContractFragment(.document, ["openapi": "3.1.0"]))
        case .server:
            (
                .document(["servers": [["url": "https://api.example.com"]]]),
                .document([
                    "servers": [["url": "https://api.example.com"], ["url": "https://old.example.com"]]
                ])
            )
        case .operation:
            (
                .document(["paths": ["/books": Self.get("books.list")]]),
                .document([
                    "paths": ["/books": Self.get("books.list"), "/authors": Self.get("authors.list")]
                ])
            )
        case .security: (Self.secured([]), Self.secured([["login": ["read"]]]))
        case .securityScope:
            (Self.secured([["login": ["read"]]]), Self.secured([["login": ["read", "write"]]]))
        case .requestMediaType:
            (
                ContractFragment(.operation, ["requestBody": ["content": Self.json]]),
                ContractFragment(.operation, ["requestBody": ["content": Self.jsonAndXML]])
            )
        case .mediaType:
            (
                ContractFragment(.response, ["content": Self.json]),
                ContractFragment(.response, ["content": Self.jsonAndXML])
            )
        case .successStatus: Self.statuses("201")
        case .otherStatus: Self.statuses("404")
        case .statusRange: Self.statuses("4XX")
        case .defaultStatus: Self.statuses("default")
        default: (fragment(nil), fragment(["type": "string"]))
        }
    }

    private static let json: JSONValue = ["application/json": ["schema": ["type": "object"]]]
    private static let jsonAndXML: JSONValue = [
        "application/json": ["schema": ["type": "object"]], "text/xml": ["schema": ["type": "object"]],
    ]

    private static func get(_ id: String) -> JSONValue {
        ["get": ["operationId": .string(id), "responses": ["204": ["description": "Nothing."]]]]
    }

    private static func secured(_ security: JSONValue, in place: String = "query") -> ContractFragment {
        .document([
            "security": security,
            "components": [
                "securitySchemes": [
                    "key": ["type": "apiKey", "in": .string(place), "name": "key"],
                    "login": ["type": "oauth2", "flows": [:]],
                ]
            ],
        ])
    }

    private static func statuses(_ other: String) -> (ContractFragment, ContractFragment) {
        let first: JSONValue = ["200": ["description": "The books."]]
        var both = first
        both[other] = ["description": "Another response."]
        return (
            ContractFragment(.operation, ["responses": first]),
            ContractFragment(.operation, ["responses": both])
        )
    }

    /// Returns an example of a change of the whole set of what is allowed.
    func example(of change: ExtentChange) -> RuleExample {
        switch (self, change) {
        case (.securityScheme, _):
            .contracts(Self.secured([["key": []]]), Self.secured([["key": []]], in: "header"))
        case (.mediaTypeName, .generalized): Self.mediaTypes("application/json", "application/*")
        case (.mediaTypeName, .specialized): Self.mediaTypes("application/*", "application/json")
        case (.mediaTypeName, _): Self.mediaTypes("application/json", "text/javascript")
        case (.requestParameter, _):
            .contracts(
                fragment(["type": "array", "items": ["type": "string"]]),
                ContractFragment(
                    .operation,
                    [
                        "parameters": [
                            [
                                "name": "value", "in": "query", "explode": false,
                                "schema": ["type": "array", "items": ["type": "string"]],
                            ]
                        ]
                    ]))
        case (.responseHeader, _):
            .contracts(
                fragment(["type": "string"]),
                ContractFragment(
                    .response,
                    [
                        "headers": [
                            "X-Value": ["content": ["application/json": ["schema": ["type": "string"]]]]
                        ]
                    ]))
        case (.requestMediaType, _):
            .contracts(
                ContractFragment(.operation, ["requestBody": ["content": Self.form("image/png")]]),
                ContractFragment(.operation, ["requestBody": ["content": Self.form("image/jpeg")]]))
        default:
            .contracts(
                ContractFragment(.response, ["content": Self.form("image/png")]),
                ContractFragment(.response, ["content": Self.form("image/jpeg")]))
        }
    }

    private static func mediaTypes(_ old: String, _ new: String) -> RuleExample {
        func fragment(_ name: String) -> ContractFragment {
            var content: JSONValue = [:]
            content[name] = ["schema": ["type": "object"]]
            return ContractFragment(.response, ["content": content])
        }
        return .contracts(fragment(old), fragment(new))
    }

    /// Content with a file of a media type.
    private static func form(_ type: String) -> JSONValue {
        [
            "multipart/form-data": [
                "schema": ["type": "object", "properties": ["cover": ["type": "string"]]],
                "encoding": ["cover": ["contentType": .string(type)]],
            ]
        ]
    }
}

extension ContractFragment {
    fileprivate static func document(_ value: JSONValue) -> ContractFragment {
        ContractFragment(.document, value)
    }
}

extension RuleExample {
    /// Two contracts with different members at the top level.
    static func documents(_ old: JSONValue, _ new: JSONValue) -> RuleExample {
        .contracts(.document(old), .document(new))
    }

    /// An example of a change of an operation.
    static func operation(_ kind: ChangeKind) -> RuleExample {
        func operation(_ value: JSONValue) -> ContractFragment { ContractFragment(.operation, value) }
        let (plain, deprecated) = (operation(["operationId": "books.list"]), operation(["deprecated": true]))
        return switch kind {
        case .lifecycle(.reactivated): .contracts(deprecated, plain)
        case .lifecycle(.recordedChanged): .contracts(plain, operation(["x-recorded": false]))
        default: .contracts(plain, deprecated)
        }
    }
}
