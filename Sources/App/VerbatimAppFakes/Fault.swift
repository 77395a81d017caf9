/// A fault of a fake provider, for example an error response or an incompatible change of the API.
///
/// The raw value is its name in the environment variable ``FaultPlan/environmentVariable``.
public enum Fault: String, Sendable, CaseIterable {
    /// Status 400 with the provider's error response.
    case badRequest = "400"
    /// Status 401 with the provider's error response.
    case unauthorized = "401"
    /// Status 403 with the provider's error response.
    case forbidden = "403"
    /// Status 403 with an empty body and no media type, as iTunes throttles.
    case emptyForbidden = "empty-403"
    /// Status 404 with an HTML page.
    case notFoundPage = "html-404"
    /// Status 429 with the provider's error response.
    case tooManyRequests = "429"
    /// Status 500 with the provider's error response.
    case internalError = "500"
    /// Status 502 with the provider's error response.
    case badGateway = "502"
    /// Status 503 with the provider's error response.
    case unavailable = "503"
    /// Flickr's error response with status 200.
    case statFail = "stat-fail"
    /// JSONP, although the request asks for JSON.
    case jsonp
    /// The response is delayed by a second.
    case slow
    /// The connection is closed in the middle of the body.
    case truncated
    /// The connection is reset in the middle of the body.
    case reset
    /// There is no response.
    case silent
    /// Status 302 to another path of the same host.
    case redirect
    /// Status 302 to another host of the provider.
    case redirectToOtherHost = "redirect-host"
    /// Status 404 with an HTML page for every image.
    case missingImage = "missing-image"
    /// An HTML page with the media type of an image for every image.
    case brokenImage = "broken-image"
    /// Dates have another format.
    case otherDateFormat = "other-date-format"
    /// A field that is always present is missing.
    case droppedKey = "dropped-key"
    /// Every object with that field has another one, which no contract knows.
    case newKey = "new-key"
    /// A field that is never null is null.
    case nullForValue = "null-for-value"
    /// A number is a string.
    case stringForNumber = "string-for-number"
    /// A success has status 202 instead of 200.
    case newStatus = "new-status"
    /// An HTML page instead of JSON, with status 200.
    case htmlForJSON = "html-for-json"

    /// The faults that need no response of the provider's own.
    static let ofEveryProvider = Set(allCases).subtracting([
        .badRequest, .unauthorized, .forbidden, .tooManyRequests, .internalError, .badGateway, .unavailable,
        .statFail, .jsonp,
    ])
}

/// The faults of the fake providers.
public struct FaultPlan: Sendable, Hashable {
    /// The environment variable from which commands read the plan.
    public static let environmentVariable = "VERBATIM_FAKE"

    /// The faults of each provider; all faults of a provider occur at the same time.
    public var faults: [FakeProvider: Set<Fault>]

    /// Creates a plan.
    public init(_ faults: [FakeProvider: Set<Fault>] = [:]) { self.faults = faults }

    /// Parses `provider=fault` pairs, separated by commas or spaces, such as `itunes=html-404,flickr=slow`.
    ///
    /// A provider may occur more than once. An empty text means no faults.
    public init(parsing text: String) throws(FaultPlanError) {
        self.init()
        for pair in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .notAPair(String(pair)) }
            guard let provider = FakeProvider.all.first(where: { $0.name == parts[0] }) else {
                throw .unknownProvider(String(parts[0]))
            }
            guard let fault = Fault(rawValue: String(parts[1])) else { throw .unknownFault(String(parts[1])) }
            guard provider.canHave(fault) else { throw .inapplicableFault(fault, provider) }
            faults[provider, default: []].insert(fault)
        }
    }
}

/// The reason why a text is not a ``FaultPlan``.
public enum FaultPlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part does not contain `=`.
    case notAPair(String)
    /// The provider does not exist.
    case unknownProvider(String)
    /// The fault does not exist.
    case unknownFault(String)
    /// The fault exists, but not for this provider.
    case inapplicableFault(Fault, FakeProvider)

    /// The problem and the valid choices.
    public var description: String {
        switch self {
        case .notAPair(let text):
            "expected 'provider=fault', not '\(text)'\n"
                + "  next: write for example \(FaultPlan.environmentVariable)=itunes=html-404"
        case .unknownProvider(let name):
            Self.message("unknown fake provider '\(name)'", choices: FakeProvider.all.map(\.name))
        case .unknownFault(let name):
            Self.message("unknown fault '\(name)'", choices: Fault.allCases.map(\.rawValue))
        case .inapplicableFault(let fault, let provider):
            Self.message(
                "\(provider.name) cannot have the fault '\(fault.rawValue)'",
                choices: Fault.allCases.filter(provider.canHave).map(\.rawValue))
        }
    }

    private static func message(_ problem: String, choices: [String]) -> String {
        "\(problem)\n  next: choose one of \(choices.joined(separator: ", "))"
    }
}
