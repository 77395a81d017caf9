import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds an operation object of OpenAPI from interactions.
struct OperationBuilder {
    /// The part of the requests that identifies the operation among others with its path.
    let constant: OperationKey.Constant?
    /// The origins of the requests.
    private(set) var origins: Set<String> = []
    /// The number of requests.
    private(set) var count = 0
    /// The number of requests that the server did not reject.
    private(set) var accepted = 0
    /// The location of the first request, in the order of their addresses.
    private(set) var location: SourceLocation?
    /// The paths of the requests below the server, and whether one with the path was accepted.
    private(set) var paths: [(path: String, isAccepted: Bool)] = []

    init(constant: OperationKey.Constant?) { self.constant = constant }

    mutating func add(
        _ requests: UndocumentedRequests, at key: OperationKey, _ addresses: DocumentAddresses
    ) {
        if origins.isEmpty { location = requests.location }
        origins.insert(key.origin)
        count += requests.count
        accepted += requests.accepted
        paths.append((addresses.split(key).path, requests.accepted > 0))
    }
}

/// An operation whose responses are read.
struct DescribedOperation {
    let builder: OperationBuilder
    private let exchanges: ExchangeFacts
    /// The alternatives for its credentials.
    var credentials: [SecurityBuilder.Credentials] = []
    /// Its security requirements, unless they are those of the whole document.
    var requirements: JSONValue?

    /// - Returns: nil if no request has a response.
    init?(_ builder: OperationBuilder, _ exchanges: ExchangeFacts) {
        (self.builder, self.exchanges) = (builder, exchanges)
        if responses.isEmpty, messages.isEmpty { return nil }
    }

    private var responses: [ResponseBuilder] { exchanges.responses }
    private var messages: [(direction: String, content: ContentBuilder)] { exchanges.messages }

    /// The shapes of what comes from the provider, and of messages, with the words for the items of each.
    var shapes: [(shape: ObservedShape, item: String, isError: Bool)] {
        responses.flatMap { response in response.shapes.map { ($0, "Event", response.status >= 400) } }
            + messages.flatMap(\.content.shapes).map { ($0, "Message", false) }
    }

    /// The headers of the successful responses.
    var headers: [HeaderBuilder] { responses.filter { $0.status < 400 }.map(\.headers) }

    /// The shapes of the bodies of requests.
    var requestShapes: [ObservedShape] { exchanges.requestBodies.shapes }

    /// The forms of its requests.
    var forms: [FormBuilder] { exchanges.requestBodies.forms }

    /// What the successful responses at a path are: lists, perhaps of what its last word says, pages of them,
    /// or things.
    func returned(at path: String) -> OperationName.Returned {
        let shapes = responses.filter { $0.status < 300 }.flatMap(\.shapes)
        let segments = PathNode.segments(of: path)
        let word = segments.last { !"{/".contains($0.prefix(1)) } ?? ""
        let noun = PathNames.singular(String(word.dropLast(word.hasSuffix(".json") ? 5 : 0)))
        let isItem = segments.last { !$0.hasPrefix("/.") }?.hasPrefix("{") == true
        guard !shapes.isEmpty else { return .thing }
        if shapes.allSatisfy({ $0.holdsList(of: noun, isItem: isItem) }) { return .listOfNoun }
        if !isItem, shapes.allSatisfy(\.isPage) { return .page }
        let areLists = shapes.allSatisfy { shape in
            shape.areSeveral || shape.holdsSeveral
                || !isItem && (shape.arrays == shape.count || parameters.selectPages && !shape.isNamed)
        }
        return areLists ? .list : .thing
    }

    /// What all its requests have in queries and headers.
    var parameters: ParameterBuilder { exchanges.parameters }

    /// The credentials of its requests.
    var security: SecurityBuilder { exchanges.security }

    /// The operation object.
    func object(named name: String, of method: String, _ schemaBuilder: SchemaBuilder) -> JSONObject {
        var object: JSONObject = ["operationId": .string(name)]
        // A credential is described by its scheme.
        let schemes = Set(credentials.joined())
        let parameters = parameters.objects(by: schemaBuilder.facts).filter { parameter in
            !schemes.contains { $0.describes(parameter) }
        }
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        // Some clients send an empty object with each request, also where it says nothing.
        let bodies = exchanges.requestBodies
        let isWithout = ["get", "head", "delete"].contains(method)
        let hasOther = isWithout || parameters.contains { $0["in"] == "query" }
        if !(hasOther && bodies.areEmpty), !(isWithout && bodies.areSometimesAbsent),
            let body = bodies.object(schemaBuilder)
        {
            object["requestBody"] = .object(body)
        }
        if let requirements { object["security"] = requirements }
        if !responses.isEmpty {
            object["responses"] = .object(
                JSONObject(responses.map { (String($0.status), .object($0.object(schemaBuilder))) }))
        }
        if !messages.isEmpty {
            object["x-messages"] = .object(
                JSONObject(messages.map { ($0.direction, $0.content.messageSchema(schemaBuilder)) }))
        }
        return object
    }
}

/// Builds the request body object of an operation.
struct RequestBodyBuilder: TrafficFacts {
    private let constant: OperationKey.Constant?
    /// The number of requests that the server accepted.
    private let accepted: Int
    private var content = ContentBuilder(isRequest: true)
    /// The bodies that the server rejected while it accepted others.
    private var rejected = ContentBuilder(isRequest: true)
    /// The names that responses quote which reject a request, as they may be wrong.
    private var quoted: Set<String> = []
    private var count = 0
    /// Whether each body has the property that identifies the operation.
    private var hasConstant = true

    init(_ constant: OperationKey.Constant?, accepted: Int) {
        self.constant = constant?.location == .body ? constant : nil
        self.accepted = accepted
    }

    /// The body of a request with its media type, if it has both.
    static func message(of interaction: Interaction) -> MediaTypeBuilder.Message? {
        guard let body = interaction.request.body, !body.isEmpty else { return nil }
        return interaction.requestMediaType.map { ($0, [UInt8](body.withoutByteOrderMark)) }
    }

    /// - Parameter isShowing: Whether the request shows what the server allows.
    mutating func add(
        _ interaction: Interaction, _ reference: StreamedTraffic.Reference, isShowing: Bool
    ) {
        guard let message = Self.message(of: interaction) else { return }
        guard isShowing else {
            rejected.add(message, reference)
            return quoted.formUnion(Self.quoted(by: interaction))
        }
        content.add(message, reference)
        count += 1
        if let constant, !constant.isSent(in: message) { hasConstant = false }
    }

    /// The texts in quotes of any kind in a response: `foo` of `Unknown parameter 'foo'`.
    ///
    /// The name of a member, as that of a field whose value is invalid, is one only if the response says that
    /// something is unknown.
    private static func quoted(by interaction: Interaction) -> [String] {
        guard let bytes = try? interaction.outcome.response?.body.storedBytes().prefix(4096) else {
            return []
        }
        let texts = bytes.split { "\"'`\\".utf8.contains($0) }.filter { $0.count <= 64 }
        let body = String(decoding: bytes, as: UTF8.self).lowercased()
        let areUnknown = unknown.contains(where: body.contains)
        return texts.filter { text in
            areUnknown || bytes[text.endIndex...].dropFirst().first { $0 > 0x20 } != UInt8(ascii: ":")
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static let unknown = [
        "unknown", "unrecogni", "unexpected", "unsupported", "additional", "extra", "not allowed",
        "not permitted",
    ]

    mutating func append(_ next: RequestBodyBuilder) {
        content.append(next.content)
        rejected.append(next.rejected)
        quoted.formUnion(next.quoted)
        count += next.count
        hasConstant = hasConstant && next.hasConstant
    }

    /// Concludes from the bodies that were added, but for the choices in them.
    ///
    /// - Returns: What is to be found by reading bodies again, by their media types.
    mutating func settle() -> [String: ChoiceReading] {
        let readings = content.settle(isKind: constant != nil)
        _ = rejected.settle()
        // The kinds of the others are not known yet.
        content.addMissing(of: rejected, except: quoted) { readings[$0] == nil }
        return readings
    }

    mutating func choose(_ choice: ChoiceFinder, of essence: String) { content.choose(choice, of: essence) }

    /// The shapes of the bodies that are JSON.
    var shapes: [ObservedShape] { content.shapes }

    var forms: [FormBuilder] { content.forms }

    /// Whether all bodies are empty objects or arrays, with which some clients send each request.
    var areEmpty: Bool { content.areEmpty }

    /// Whether the server accepted a request without a body, too.
    var areSometimesAbsent: Bool { count < accepted }

    /// The request body object; nil if no request has a body.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject? {
        guard count > 0, !content.areNothing else { return nil }
        var object = JSONObject()
        if count == accepted, accepted >= schemaBuilder.minimumResponses { object["required"] = true }
        var content = content.object(schemaBuilder.forRequests)
        if let constant {
            for (type, mediaType) in content.members {
                content[type] = mediaType.requiring(constant, isAlwaysSent: hasConstant)
            }
        }
        object["content"] = .object(content)
        return object
    }
}

extension JSONValue {
    /// The media type object of a request with the only value of a property.
    fileprivate func requiring(_ constant: OperationKey.Constant, isAlwaysSent: Bool) -> JSONValue {
        guard self["schema"]?["properties"] != nil || self["schema"]?["type"] == "object" else { return self }
        var content = self
        let list = JSONPointer(["schema", "required"])
        content.edit(JSONPointer(["schema"])) { schema in
            guard case .object(var object)? = schema else { return schema }
            var properties = object["properties"]?.object ?? JSONObject()
            properties[constant.name] = ["type": "string", "const": .string(constant.value)]
            object["properties"] = .object(properties)
            return .object(object)
        }
        let required = content[list]?.array ?? []
        if isAlwaysSent, !required.contains(.string(constant.name)) {
            content.append([.string(constant.name)], at: list)
        }
        return content
    }
}

extension OperationKey.Constant {
    /// The value if it only says what is done with the resource of a path: `operation=delete`.
    func action(at path: String) -> String? {
        location == .query && Self.isAction(value, at: path[...]) ? value : nil
    }

    /// Whether a text is a verb, at a path that is no program.
    static func isAction(_ text: String, at path: Substring) -> Bool {
        SiblingComparison.isAction(text) && text == text.lowercased() && !PathResource.isProgram(path)
    }

    /// Whether the body of a request has the property, as it need not if a query has it.
    fileprivate func isSent(in message: MediaTypeBuilder.Message) -> Bool {
        (try? JSON(parsing: message.bytes))?[name].exists ?? false
    }
}

/// The identity of an operation: method, address and, for RPC-style APIs, the query parameter or the property
/// of the body that names the function.
///
/// Paths are those of the requests; ``PathTemplates`` decides which of their segments are parameters.
struct OperationKey: Hashable, Comparable, Codable {
    /// A query parameter or a property of the body, and its value.
    struct Constant: Hashable, Codable {
        let location: OperationConstant.Location
        let name: String
        let value: String
    }

    /// The method, in lowercase, as in a path item.
    let method: String
    /// The origin of the server.
    let origin: String
    /// The path without a slash at its end, which distinguishes no operations.
    let path: String
    let constant: Constant?

    init(_ request: HTTPRequest) { self.init(request, at: RequestTarget(request.url)) }

    init(_ request: HTTPRequest, at target: RequestTarget) {
        method = request.method.lowercased()
        origin = target.origin
        path =
            target.path == "/" || !target.path.hasSuffix("/")
            ? target.path : String(target.path.dropLast())
        let inQuery = Self.functionParameters.lazy.compactMap { name in
            let values = target.values(of: name)
            return values.count == 1 && Self.isName(values[0])
                ? Constant(location: .query, name: name, value: values[0]) : nil
        }.first
        constant = inQuery ?? request.call.flatMap(Self.constant) ?? Self.function(in: request, at: path)
    }

    /// The function that the body of a request names, at a path that is no resource but a program:
    /// `{"action": "infoZone"}` at `/endpoint.php`.
    private static func function(in request: HTTPRequest, at path: String) -> Constant? {
        guard request.body != nil, PathResource.isProgram(path), let body = request.structuredBody
        else { return nil }
        return functionParameters.lazy.compactMap { name in
            body[name].string.flatMap {
                isName($0) ? Constant(location: .body, name: name, value: $0) : nil
            }
        }.first
    }

    /// The name of what is called, unless it is no name but a text of any kind.
    private static func constant(of call: RequestCall) -> Constant? {
        call.name.flatMap { name in
            let isName =
                !name.isEmpty && name.utf8.count <= 128
                && name.utf8.allSatisfy { $0.isLetterOrDigit || "._-/:$".utf8.contains($0) }
            guard isName else { return nil }
            return Constant(
                location: call.isInURL ? .query : .body, name: call.kind.nameProperty, value: name)
        }
    }

    /// The query parameters, and properties of bodies, by which RPC-style APIs name functions.
    static let functionParameters = [
        "method", "operationName", "action", "Action", "operation", "op", "cmd", "command", "function", "fn",
    ]

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    static func < (left: OperationKey, right: OperationKey) -> Bool {
        (left.path, left.constant?.value ?? "", left.method, left.origin)
            < (right.path, right.constant?.value ?? "", right.method, right.origin)
    }

    /// The origin and the path.
    var address: String { origin + path }
    /// The host with its port, if the URL names one.
    var host: String { Self.host(of: origin) }

    /// The host of an origin, with its port if the origin names one.
    static func host(of origin: String) -> String {
        String(origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...])
    }
}
