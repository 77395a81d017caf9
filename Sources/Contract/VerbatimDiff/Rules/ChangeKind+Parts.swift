import VerbatimContract
import VerbatimJSON

extension ChangeKind {
    /// The kinds about parts of the contract: whether they exist, are used, and what they allow as a whole.
    package static let parts = [
        added, removed, becameRequired, becameOptional, deprecated, deprecatedWithSunset, reactivated,
        recordedChanged, becameWriteOnly, becameNotWriteOnly, becameReadOnly, becameNotReadOnly, changed,
        generalized, specialized, opened, closed, schemaWidened, schemaNarrowed, serializationChanged,
        encodingChanged, extensionChanged, unhandled,
    ]

    // MARK: Whether a part exists, and has to

    private static let present: [ChangeSubject] = [
        .contract, .server, .operation, .security, .securityScope, .requestBody, .requestMediaType,
        .successStatus, .otherStatus, .statusRange, .defaultStatus, .mediaType, .mediaTypeSchema,
        .requiredHeader, .optionalHeader, .requiredProperty, .optionalProperty, .requestRequiredProperty,
        .requestOptionalProperty,
    ]
    private static let requirable: [ChangeSubject] = [
        .requestParameter, .requestBody, .requestProperty, .responseHeader, .responseProperty,
    ]

    private static let rejected = "a request without it may be rejected; breaking if a recorded one would be"
    private static let ignored = "the provider ignores what the app sends under this name"
    private static let unread = "code that reads the header finds nothing"
    private static let typed =
        "a model that already reads the name may expect another type; breaking if it does"
    private static let responses = "the app may not handle these responses"

    static let added: ChangeKind = .init(
        "added", ChangeEffect(.info, .widens, "was added", "the app does not use it yet"),
        "The new contract declares it, the old one does not.",
        of: present + [.requiredParameter, .optionalParameter],
        except: [
            .contract: .init(.info, "one more API is under contract"),
            .security: .init(
                .always, "a request without them is answered with 401 or 403", .narrows,
                "requires different credentials"),
            .securityScope: .init(
                .warning, "the token of the app may not have it", .narrows, "requires another scope"),
            .requiredParameter: .init(.warning, rejected, .narrows, "was added as required"),
            .optionalParameter: .init(.info, "the app does not send it yet"),
            .requestBody: .init(.warning, rejected, .narrows),
            .requestMediaType: .init(.info, "the app does not send it yet", .widens, "is now accepted"),
            .successStatus: .init(.warning, "the app may treat only 200 as success"),
            .otherStatus: .init(.warning, "the app may not handle this error"),
            .statusRange: .init(.warning, responses),
            .defaultStatus: .init(.warning, responses),
            .mediaType: .init(.warning, "the same request may be answered in another format"),
            .mediaTypeSchema: .init(
                .info, "every body that may arrive was allowed before", .narrows, "now has a schema"),
            .requiredHeader: .init(.info, "the app does not read it yet", .narrows),
            .optionalHeader: .init(.info, "the app does not read it yet", .narrows),
            .requiredProperty: .init(.info, typed, .narrows),
            .optionalProperty: .init(.info, typed, .narrows),
            .requestRequiredProperty: .init(.warning, rejected, .narrows, "was added as required"),
            .requestOptionalProperty: .init(.info, "the app does not send it yet", .narrows),
        ],
        back: removed, unmirrored: [.requestBody], example: \.partAdded)

    static let removed: ChangeKind = .init(
        "removed", ChangeEffect(.warning, .narrows, "was removed", "the app may use it"),
        "The old contract declares it, the new one does not.", of: present + [.requestParameter],
        except: [
            .contract: .init(.always, "the API is no longer checked"),
            .server: .init(.warning, "requests to it may fail; breaking if a recorded request went there"),
            .operation: .init(
                .warning, "a request to it fails; breaking if the app uses it or a recording has it"),
            .security: .init(
                .info, "superfluous credentials do no harm", .widens, "no longer requires some credentials"),
            .securityScope: .init(
                .info, "a superfluous scope does no harm", .widens, "requires one scope less"),
            .requestParameter: .init(.warning, "the provider ignores it silently: a filter stops filtering"),
            .requestBody: .init(.warning, "the provider ignores the body that the app sends"),
            .requestMediaType: .init(
                .warning, "a request of the app may be rejected; breaking if a recorded request would be",
                .narrows, "is no longer accepted"),
            .successStatus: .init(.always, "the response that the app expects does not arrive"),
            .otherStatus: .init(.info, "there is one error less to handle"),
            .statusRange: .init(.warning, "a status of the range is no longer documented"),
            .defaultStatus: .init(.warning, "any other status is no longer documented"),
            .mediaType: .init(.always, "the format that the app reads does not arrive"),
            .mediaTypeSchema: .init(
                .breaking, "the body is no longer validated", .widens, "no longer has a schema"),
            .requiredHeader: .init(.always, unread, .widens),
            .optionalHeader: .init(.warning, unread, .widens),
            .requiredProperty: .init(
                .unlessUnread(.breaking),
                "a model that requires it does not decode; info if no model reads it", .widens),
            .optionalProperty: .init(
                .unlessUnread(.warning), "code that reads it never finds a value; info if no model reads it",
                .widens),
            .requestRequiredProperty: .init(.warning, ignored, .widens),
            .requestOptionalProperty: .init(.warning, ignored, .widens),
        ],
        back: added, unmirrored: [.requestBody])

    static let becameRequired: ChangeKind = .init(
        "became-required",
        ChangeEffect(.info, .narrows, "is now required", "a value that is always there can be read"),
        "The old contract allows it to be missing, the new one does not.", of: requirable,
        except: ChangeException.inRequests(.warning, rejected), back: becameOptional,
        example: { subject in
            let value: JSONValue = ["type": "string"]
            return (subject.fragment(value, isRequired: false), subject.fragment(value, isRequired: true))
        })

    static let becameOptional: ChangeKind = .init(
        "became-optional",
        .widens(.warning, "is now optional", "a non-optional property does not decode without it"),
        "The new contract allows it to be missing, the old one does not.", of: requirable,
        except: ChangeException.inRequests(.info, "the app may go on sending it")
            .merging([.responseHeader: .init(.warning, unread)]) { first, _ in first },
        back: becameRequired)
}

extension ChangeSubject {
    /// A contract without the subject, and one with it.
    fileprivate var partAdded: ChangeKind.Sides? {
        switch self {
        case .contract: (nil, .document(["openapi": "3.1.0"]))
        case .server:
            ChangeKind.documents(
                ["servers": [["url": "https://api.example.com"]]],
                ["servers": [["url": "https://api.example.com"], ["url": "https://old.example.com"]]])
        case .operation:
            ChangeKind.documents(
                ["paths": ["/books": Self.get("books.list")]],
                ["paths": ["/books": Self.get("books.list"), "/authors": Self.get("authors.list")]])
        case .security: (Self.secured([]), Self.secured([["login": ["read"]]]))
        case .securityScope:
            (Self.secured([["login": ["read"]]]), Self.secured([["login": ["read", "write"]]]))
        case .requestMediaType, .mediaType: (content(Self.json), content(Self.jsonAndXML))
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

    private static func statuses(_ other: String) -> ChangeKind.Sides {
        let first: JSONValue = ["200": ["description": "The books."]]
        var both = first
        both[other] = ["description": "Another response."]
        return ChangeKind.operations(["responses": first], ["responses": both])
    }

    fileprivate static func secured(_ security: JSONValue, in place: String = "query") -> ContractFragment {
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

    fileprivate func content(_ content: JSONValue) -> ContractFragment {
        self == .requestMediaType
            ? .operation(["requestBody": ["content": content]]) : .response(["content": content])
    }
}

extension ChangeKind {
    fileprivate static func documents(_ old: JSONValue, _ new: JSONValue) -> Sides {
        (.document(old), .document(new))
    }

    fileprivate static func operations(_ old: JSONValue, _ new: JSONValue) -> Sides {
        (.operation(old), .operation(new))
    }

    // MARK: Whether a part is going to be removed, or recorded, and who sends it

    static let deprecated: ChangeKind = .init(
        "deprecated", .annotates(.warning, "is deprecated", "the provider is going to remove it"),
        "The new contract has `deprecated: true`.", of: [.operation] + ChangeSubject.schemas,
        back: reactivated, from: ["type": "string"], to: ["type": "string", "deprecated": true],
        example: { $0 == .operation ? operations(["operationId": "books.list"], ["deprecated": true]) : nil })
    static let deprecatedWithSunset: ChangeKind = .init(
        "deprecated-with-sunset",
        .annotates(.warning, "is deprecated and has a sunset date", "the provider is going to remove it"),
        "The new contract has `deprecated: true` and a day in `x-sunset`.", back: reactivated,
        from: ["type": "string"], to: ["type": "string", "deprecated": true, "x-sunset": "2027-01-31"])
    static let reactivated: ChangeKind = .init(
        "reactivated", .annotates(.off, "is no longer deprecated", "the provider keeps it"),
        "The old contract has `deprecated: true`, the new one does not.",
        of: [.operation] + ChangeSubject.schemas,
        except: [.operation: .init(.info, "the provider keeps it")], back: deprecated)
    static let recordedChanged: ChangeKind = .init(
        "recorded-changed",
        .annotates(.info, "has a different value of x-recorded", "it only matters to those who record"),
        "With `x-recorded: false`, no recording of the operation is expected.", of: [.operation],
        back: recordedChanged,
        example: { _ in operations(["operationId": "books.list"], ["x-recorded": false]) })

    private static let inResponses: [ChangeSubject] = [.requiredProperty, .optionalProperty]
    private static let inRequests: [ChangeSubject] = [.requestRequiredProperty, .requestOptionalProperty]

    static let becameWriteOnly: ChangeKind = .init(
        "became-write-only", .annotates(.info, "is now write-only", "requests may have it as before"),
        "The new contract has `writeOnly: true`.", of: inResponses + inRequests,
        except: ChangeException.on(inResponses, .warning, "no response contains it any longer"),
        back: becameNotWriteOnly, from: ["type": "string"], to: ["type": "string", "writeOnly": true])
    static let becameNotWriteOnly: ChangeKind = .init(
        "became-not-write-only", .annotates(.info, "is no longer write-only", "responses may contain it"),
        "The old contract has `writeOnly: true`, the new one does not.", of: inResponses + inRequests,
        back: becameWriteOnly)
    static let becameReadOnly: ChangeKind = .init(
        "became-read-only", .annotates(.info, "is now read-only", "responses contain it as before"),
        "The new contract has `readOnly: true`.", of: inRequests + inResponses,
        except: ChangeException.on(inRequests, .warning, "the provider ignores or rejects it"),
        back: becameNotReadOnly, from: ["type": "string"], to: ["type": "string", "readOnly": true])
    static let becameNotReadOnly: ChangeKind = .init(
        "became-not-read-only",
        .annotates(.info, "is no longer read-only", "the app does not send it yet"),
        "The old contract has `readOnly: true`, the new one does not.", of: inRequests + inResponses,
        except: [.requestRequiredProperty: .init(.warning, "a request without it may be rejected")],
        back: becameReadOnly)

    // MARK: The set of what is allowed as a whole

    static let changed: ChangeKind = .init(
        "changed", .replaces(.warning, "is different", "the app may rely on it"),
        "Neither of the two covers the other.", of: [.securityScheme, .mediaTypeName],
        except: [
            .securityScheme: .init(
                .always, "the credentials that the app sends are not accepted", .both,
                "uses a different authentication scheme"),
            .mediaTypeName: .init(
                .always, "a client that expects the old one rejects the response", .both,
                "replaces another media type"),
        ],
        back: changed,
        example: { subject in
            subject == .securityScheme
                ? (ChangeSubject.secured([["key": []]]), ChangeSubject.secured([["key": []]], in: "header"))
                : mediaTypes("application/json", "text/javascript")
        })
    static let generalized: ChangeKind = .init(
        "generalized", .widens(.always, "covers more media types", "another format may arrive"),
        "The new one is a range, such as `application/*`, which covers the old one.", of: [.mediaTypeName],
        back: specialized, example: { _ in mediaTypes("application/json", "application/*") })
    static let specialized: ChangeKind = .init(
        "specialized",
        ChangeEffect(
            .info, .narrows, "covers fewer media types", "every format that may arrive was allowed before"),
        "The old one is a range, such as `application/*`, which covers the new one.", of: [.mediaTypeName],
        back: generalized)

    private static func mediaTypes(_ old: String, _ new: String) -> Sides {
        func content(_ name: String) -> ContractFragment {
            ChangeSubject.mediaTypeName.content(.object([name: ["schema": ["type": "object"]]]))
        }
        return (content(old), content(new))
    }

    private static let additional: [ChangeSubject] = [.additionalProperties, .requestAdditionalProperties]

    static let opened: ChangeKind = .init(
        "opened",
        .widens(
            .info, "may have additional properties", "code that reads properties by name does not notice"),
        "`additionalProperties` was `false`.", of: additional, back: closed, from: false, to: [:])
    static let closed: ChangeKind = .init(
        "closed", .narrows("no longer has additional properties"),
        "`additionalProperties` is now `false`.", of: additional, back: opened)
    static let schemaWidened: ChangeKind = .init(
        "schema-widened",
        .widens(
            .warning, "may have additional properties of any type",
            "a dictionary does not decode other values"),
        "`additionalProperties` had a schema, and allows any value now.", of: additional,
        back: schemaNarrowed, from: ["type": "string"], to: [:])
    static let schemaNarrowed: ChangeKind = .init(
        "schema-narrowed", .narrows("has additional properties of one type"),
        "`additionalProperties` allowed any value, and has a schema now.", of: additional,
        back: schemaWidened)

    private static let miswritten = "the text that one side writes is not what the other reads"

    static let serializationChanged: ChangeKind = .init(
        "serialization-changed", .replaces(.warning, "is written differently", miswritten),
        "`style`, `explode` or the media type of the text is different.",
        of: [.requestParameter, .responseHeader], back: serializationChanged,
        example: { subject in
            let (text, list): (JSONValue, JSONValue) = (
                ["type": "string"], ["type": "array", "items": ["type": "string"]]
            )
            let parameter: JSONValue = ["name": "value", "in": "query", "explode": false, "schema": list]
            let header: JSONValue = ["content": ["application/json": ["schema": text]]]
            return subject == .requestParameter
                ? (subject.fragment(list), .parameter(parameter))
                : (subject.fragment(text), .response(["headers": ["X-Value": header]]))
        })
    static let encodingChanged: ChangeKind = .init(
        "encoding-changed",
        .replaces(.warning, "has properties that are written differently", miswritten),
        "The `encoding` of a part of the body is different.", of: [.requestMediaType, .mediaType],
        back: encodingChanged,
        example: { subject in
            func form(_ type: String) -> ContractFragment {
                subject.content([
                    "multipart/form-data": [
                        "schema": ["type": "object", "properties": ["cover": ["type": "string"]]],
                        "encoding": ["cover": ["contentType": .string(type)]],
                    ]
                ])
            }
            return (form("image/png"), form("image/jpeg"))
        })
    /// A property whose name begins with `x-`, and which no other rule covers.
    static let extensionChanged: ChangeKind = .init(
        "extension-changed",
        .annotates(.info, "has a different extension", "an extension says nothing about what is sent"),
        "The value of a member that begins with `x-` is different.",
        of: [.contract] + ChangeSubject.schemas, back: extensionChanged,
        from: ["type": "string", "x-unit": "cm"], to: ["type": "string", "x-unit": "inch"],
        example: {
            $0 == .contract ? documents(["x-audience": "public"], ["x-audience": "partners"]) : nil
        })
    /// A difference that no other rule covers: it is reported all the same.
    static let unhandled: ChangeKind = .init(
        "unhandled",
        .replaces(
            .warning, "differs in a way that no rule covers", "what is not understood may break anything"),
        "A keyword of OpenAPI or JSON Schema differs that the comparison does not interpret, such as `xml` or "
            + "`links`.",
        of: [.contract] + ChangeSubject.schemas, back: nil,
        from: ["type": "string", "xml": ["name": "note"]], to: ["type": "string", "xml": ["name": "remark"]],
        example: {
            $0 == .contract
                ? (.response([:]), .response(["links": ["next": [:]]]))
                : nil
        })
}
