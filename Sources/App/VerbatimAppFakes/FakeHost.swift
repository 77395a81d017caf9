import VerbatimHAR
import VerbatimJSON
import VerbatimServer

/// Where requests to one host of a provider arrive: asks the fake provider, and adds the faults.
struct FakeHost {
    private let provider: Provider
    private let host: String
    private let behaviour: FaultPlan
    private let fake: any FakeProvider

    init(_ provider: Provider, host: String, _ behaviour: FaultPlan) {
        self.provider = provider
        self.host = host
        self.behaviour = behaviour
        fake = provider.fake
    }

    func reply(to request: HTTPRequest) -> ServerResponse {
        var call = FakeRequest(request, host: host)
        if has(.jsonp) { call.forget("nojsoncallback") }
        let honest = fake.content(for: call)
        if honest.isImage || provider.imageHosts.contains(host) {
            return ServerResponse(imageResponse(honest, to: call))
        }
        let content = redirection(of: call) ?? refusal() ?? broken(honest)
        return delivered(fake.response(content, to: call))
    }

    private func has(_ fault: Fault) -> Bool {
        behaviour.has(fault, provider)
    }
}

// MARK: - Refusing and redirecting

extension FakeHost {
    private func refusal() -> Content? {
        if has(.emptyForbidden) { return .empty(403) }
        if has(.notFoundPage) { return .page(404, "Not Found") }
        return Fault.allCases.lazy.filter(has).compactMap(fake.refusal).first
    }

    private func redirection(of call: FakeRequest) -> Content? {
        if has(.redirect), !call.isRedirected { return .redirect(FakeRequest.redirectMark + call.target) }
        if has(.redirectToOtherHost), host == provider.hosts[0] {
            return .redirect("https://\(provider.hosts[1])\(call.target)")
        }
        return nil
    }

    private func imageResponse(_ image: Content, to call: FakeRequest) -> HTTPResponse {
        if has(.missingImage) { return fake.response(.page(404, "Not Found"), to: call) }
        var response = fake.response(image, to: call)
        if has(.brokenImage) { response.body = .text(HTMLPage.text(200, "Sign in")) }
        return response
    }
}

// MARK: - Changing one's mind

extension FakeHost {
    private func broken(_ content: Content) -> Content {
        guard case .json(let value, let status) = content, status < 300 else { return content }
        if has(.htmlForJSON) { return .page(status, "We have moved") }
        return .json(changed(value), status: has(.newStatus) ? 202 : status)
    }

    private func changed(_ value: JSONValue) -> JSONValue {
        let spots = fake.weakSpots
        var value = value
        if has(.otherDateFormat) {
            value = value.changing(spots.dates) { $0.string.map { .string(spots.otherDate($0)) } ?? $0 }
        }
        if has(.stringForNumber) {
            value = value.changing(spots.numbers) { $0.number.map { .string($0.text) } ?? $0 }
        }
        if has(.nullForValue) { value = value.changing(spots.values) { _ in .null } }
        if has(.droppedKey) { value = value.changing(spots.values) { _ in nil } }
        return value
    }
}

// MARK: - Delivering

extension FakeHost {
    private func delivered(_ response: HTTPResponse) -> ServerResponse {
        var reply = ServerResponse(response)
        if has(.slow) { reply.delay = .seconds(1) }
        if case .data(let body) = response.body {
            if has(.truncated) { reply.ending = .closed(afterBody: body.count / 2) }
            if has(.reset) { reply.ending = .reset(afterBody: body.count / 2) }
        }
        if has(.silent) { reply.ending = .silence }
        return reply
    }
}

extension JSONValue {
    /// Changes members of some names, wherever they stand; nil removes one.
    fileprivate func changing(_ names: [String], _ change: (JSONValue) -> JSONValue?) -> JSONValue {
        switch self {
        case .array(let elements): .array(elements.map { $0.changing(names, change) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.compactMap { name, value in
                        guard names.contains(name) else { return (name, value.changing(names, change)) }
                        return change(value).map { (name, $0) }
                    }))
        default: self
        }
    }
}
