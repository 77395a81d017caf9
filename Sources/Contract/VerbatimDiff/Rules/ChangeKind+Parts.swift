import VerbatimContract

/// Whether a part of the contract exists, and whether it has to.
package enum PresenceChange: String, CaseIterable, Sendable {
    case added, removed
    case becameRequired = "became-required"
    case becameOptional = "became-optional"

    var details: ChangeDetails {
        switch self {
        case .added:
            ChangeDetails(
                ChangeEffect(.info, .widens, "was added", "the app does not use it yet"),
                mirror: .presence(.removed), of: Self.parts + [.requiredParameter, .optionalParameter],
                except: Self.additions, unmirrored: [.requestBody])
        case .removed:
            ChangeDetails(
                ChangeEffect(.warning, .narrows, "was removed", "the app may use it"),
                mirror: .presence(.added), of: Self.parts + [.requestParameter],
                except: Self.removals, unmirrored: [.requestBody])
        case .becameRequired:
            ChangeDetails(
                ChangeEffect(.info, .narrows, "is now required", "a value that is always there can be read"),
                mirror: .presence(.becameOptional), of: Self.requirable, except: Self.requirements)
        case .becameOptional:
            ChangeDetails(
                ChangeEffect(
                    .warning, .widens, "is now optional", "a non-optional property does not decode without it"
                ),
                mirror: .presence(.becameRequired), of: Self.requirable, except: Self.allowances)
        }
    }

    private static let parts: [ChangeSubject] = [
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

    private static let additions: [ChangeSubject: ChangeEffect] = [
        .contract: ChangeEffect(.info, .widens, "was added", "one more API is under contract"),
        .security: ChangeEffect(
            .always, .narrows, "requires different credentials",
            "a request without them is answered with 401 or 403"),
        .securityScope: ChangeEffect(
            .warning, .narrows, "requires another scope", "the token of the app may not have it"),
        .requiredParameter: ChangeEffect(.warning, .narrows, "was added as required", rejected),
        .optionalParameter: ChangeEffect(.info, .widens, "was added", "the app does not send it yet"),
        .requestBody: ChangeEffect(.warning, .narrows, "was added", rejected),
        .requestMediaType: ChangeEffect(.info, .widens, "is now accepted", "the app does not send it yet"),
        .successStatus: ChangeEffect(
            .warning, .widens, "was added", "the app may treat only 200 as success"),
        .otherStatus: ChangeEffect(.warning, .widens, "was added", "the app may not handle this error"),
        .statusRange: ChangeEffect(
            .warning, .widens, "was added", "the app may not handle these responses"),
        .defaultStatus: ChangeEffect(
            .warning, .widens, "was added", "the app may not handle these responses"),
        .mediaType: ChangeEffect(
            .warning, .widens, "was added", "the same request may be answered in another format"),
        .mediaTypeSchema: ChangeEffect(
            .info, .narrows, "now has a schema", "every body that may arrive was allowed before"),
        .requiredHeader: ChangeEffect(.info, .narrows, "was added", "the app does not read it yet"),
        .optionalHeader: ChangeEffect(.info, .narrows, "was added", "the app does not read it yet"),
        .requiredProperty: ChangeEffect(.info, .narrows, "was added", typed),
        .optionalProperty: ChangeEffect(.info, .narrows, "was added", typed),
        .requestRequiredProperty: ChangeEffect(.warning, .narrows, "was added as required", rejected),
        .requestOptionalProperty: ChangeEffect(.info, .narrows, "was added", "the app does not send it yet"),
    ]

    private static let typed =
        "a model that already reads the name may expect another type; breaking if it does"

    private static let removals: [ChangeSubject: ChangeEffect] = [
        .contract: ChangeEffect(.always, .narrows, "was removed", "the API is no longer checked"),
        .server: ChangeEffect(
            .warning, .narrows, "was removed",
            "requests to it may fail; breaking if a recorded request went there"),
        .operation: ChangeEffect(
            .warning, .narrows, "was removed",
            "a request to it fails; breaking if the app uses it or a recording has it"),
        .security: ChangeEffect(
            .info, .widens, "no longer requires some credentials", "superfluous credentials do no harm"),
        .securityScope: ChangeEffect(
            .info, .widens, "requires one scope less", "a superfluous scope does no harm"),
        .requestParameter: ChangeEffect(
            .warning, .narrows, "was removed", "the provider ignores it silently: a filter stops filtering"),
        .requestBody: ChangeEffect(
            .warning, .narrows, "was removed", "the provider ignores the body that the app sends"),
        .requestMediaType: ChangeEffect(
            .warning, .narrows, "is no longer accepted",
            "a request of the app may be rejected; breaking if a recorded request would be"),
        .successStatus: ChangeEffect(
            .always, .narrows, "was removed", "the response that the app expects does not arrive"),
        .otherStatus: ChangeEffect(.info, .narrows, "was removed", "there is one error less to handle"),
        .statusRange: ChangeEffect(
            .warning, .narrows, "was removed", "a status of the range is no longer documented"),
        .defaultStatus: ChangeEffect(
            .warning, .narrows, "was removed", "any other status is no longer documented"),
        .mediaType: ChangeEffect(
            .always, .narrows, "was removed", "the format that the app reads does not arrive"),
        .mediaTypeSchema: ChangeEffect(
            .breaking, .widens, "no longer has a schema", "the body is no longer validated"),
        .requiredHeader: ChangeEffect(.always, .widens, "was removed", unread),
        .optionalHeader: ChangeEffect(.warning, .widens, "was removed", unread),
        .requiredProperty: ChangeEffect(
            .unlessUnread(.breaking), .widens, "was removed",
            "a model that requires it does not decode; info if no model reads it"),
        .optionalProperty: ChangeEffect(
            .unlessUnread(.warning), .widens, "was removed",
            "code that reads it never finds a value; info if no model reads it"),
        .requestRequiredProperty: ChangeEffect(.warning, .widens, "was removed", ignored),
        .requestOptionalProperty: ChangeEffect(.warning, .widens, "was removed", ignored),
    ]

    private static let requirements: [ChangeSubject: ChangeEffect] = [
        .requestParameter: ChangeEffect(.warning, .narrows, "is now required", rejected),
        .requestBody: ChangeEffect(.warning, .narrows, "is now required", rejected),
        .requestProperty: ChangeEffect(.warning, .narrows, "is now required", rejected),
    ]

    private static let allowances: [ChangeSubject: ChangeEffect] = [
        .requestParameter: ChangeEffect(.info, .widens, "is now optional", "the app may go on sending it"),
        .requestBody: ChangeEffect(.info, .widens, "is now optional", "the app may go on sending it"),
        .responseHeader: ChangeEffect(.warning, .widens, "is now optional", unread),
        .requestProperty: ChangeEffect(.info, .widens, "is now optional", "the app may go on sending it"),
    ]
}

/// Whether a part of the contract is going to be removed, or recorded.
package enum LifecycleChange: String, CaseIterable, Sendable {
    case deprecated
    case deprecatedWithSunset = "deprecated-with-sunset"
    case reactivated
    case recordedChanged = "recorded-changed"

    var details: ChangeDetails {
        switch self {
        case .deprecated:
            .annotating(
                .warning, "is deprecated", "the provider is going to remove it",
                mirror: .lifecycle(.reactivated), of: [.operation] + ChangeSubject.schemas)
        case .deprecatedWithSunset:
            .annotating(
                .warning, "is deprecated and has a sunset date", "the provider is going to remove it",
                mirror: .lifecycle(.reactivated))
        case .reactivated:
            ChangeDetails(
                ChangeEffect(.off, .none, "is no longer deprecated", "the provider keeps it"),
                mirror: .lifecycle(.deprecated), of: [.operation] + ChangeSubject.schemas,
                except: [
                    .operation: ChangeEffect(.info, .none, "is no longer deprecated", "the provider keeps it")
                ])
        case .recordedChanged:
            .annotating(
                .info, "has a different value of x-recorded", "it only matters to those who record",
                mirror: .lifecycle(.recordedChanged), of: [.operation])
        }
    }
}

/// Whether a property is part of responses, of requests or of both.
package enum AccessChange: String, CaseIterable, Sendable {
    case becameWriteOnly = "became-write-only"
    case becameNotWriteOnly = "became-not-write-only"
    case becameReadOnly = "became-read-only"
    case becameNotReadOnly = "became-not-read-only"

    private static let inResponses: [ChangeSubject] = [.requiredProperty, .optionalProperty]
    private static let inRequests: [ChangeSubject] = [.requestRequiredProperty, .requestOptionalProperty]

    var details: ChangeDetails {
        switch self {
        case .becameWriteOnly:
            .annotating(
                .warning, "is now write-only", "no response contains it any longer",
                mirror: .access(.becameNotWriteOnly), of: Self.inResponses)
        case .becameNotWriteOnly:
            .annotating(
                .info, "is no longer write-only", "responses may contain it",
                mirror: .access(.becameWriteOnly), of: Self.inResponses)
        case .becameReadOnly:
            .annotating(
                .warning, "is now read-only", "the provider ignores or rejects it in a request",
                mirror: .access(.becameNotReadOnly), of: Self.inRequests)
        case .becameNotReadOnly:
            .annotating(
                .info, "is no longer read-only", "the app does not send it yet",
                mirror: .access(.becameReadOnly), of: Self.inRequests,
                except: [
                    .requestRequiredProperty: ChangeEffect(
                        .warning, .none, "is no longer read-only",
                        "a request without it may be rejected")
                ])
        }
    }
}

/// The set of what is allowed as a whole.
package enum ExtentChange: String, CaseIterable, Sendable {
    case changed
    case generalized, specialized
    case opened, closed
    case schemaWidened = "schema-widened"
    case schemaNarrowed = "schema-narrowed"
    case serializationChanged = "serialization-changed"
    case encodingChanged = "encoding-changed"
    /// A property whose name begins with `x-`, and which no other rule covers.
    case extensionChanged = "extension-changed"
    /// A difference that no other rule covers: it is reported all the same.
    case unhandled

    var details: ChangeDetails {
        switch self {
        case .changed: Self.change
        case .generalized:
            .widening(
                .always, "covers more media types", "another format may arrive",
                mirror: .extent(.specialized), of: [.mediaTypeName])
        case .specialized:
            .narrowing(
                "covers fewer media types", "every format that may arrive was allowed before",
                mirror: .extent(.generalized), of: [.mediaTypeName])
        case .opened:
            .widening(
                .info, "may have additional properties", "code that reads properties by name does not notice",
                mirror: .extent(.closed), of: Self.additional)
        case .closed:
            .narrowing(
                "no longer has additional properties", mirror: .extent(.opened), of: Self.additional)
        case .schemaWidened:
            .widening(
                .warning, "may have additional properties of any type",
                "a dictionary does not decode other values",
                mirror: .extent(.schemaNarrowed), of: Self.additional)
        case .schemaNarrowed:
            .narrowing(
                "has additional properties of one type", mirror: .extent(.schemaWidened),
                of: Self.additional)
        case .serializationChanged:
            ChangeDetails(
                ChangeEffect(
                    .warning, .both, "is written differently",
                    "the text that one side writes is not what the other reads"),
                mirror: .extent(.serializationChanged), of: [.requestParameter, .responseHeader])
        case .encodingChanged:
            ChangeDetails(
                ChangeEffect(
                    .warning, .both, "has properties that are written differently",
                    "the text that one side writes is not what the other reads"),
                mirror: .extent(.encodingChanged), of: [.requestMediaType, .mediaType])
        case .extensionChanged:
            .annotating(
                .info, "has a different extension", "an extension says nothing about what is sent",
                mirror: .extent(.extensionChanged), of: [.contract] + ChangeSubject.schemas)
        case .unhandled:
            ChangeDetails(
                ChangeEffect(
                    .warning, .both, "differs in a way that no rule covers",
                    "what is not understood may break anything"),
                mirror: nil, of: [.contract] + ChangeSubject.schemas)
        }
    }

    private static let additional: [ChangeSubject] = [.additionalProperties, .requestAdditionalProperties]

    private static let change = ChangeDetails(
        ChangeEffect(.warning, .both, "is different", "the app may rely on it"), mirror: .extent(.changed),
        of: [.securityScheme, .mediaTypeName],
        except: [
            .securityScheme: ChangeEffect(
                .always, .both, "uses a different authentication scheme",
                "the credentials that the app sends are not accepted"),
            .mediaTypeName: ChangeEffect(
                .warning, .both, "replaces another media type",
                "a decoder that is chosen by media type is not found"),
        ])
}
