import VerbatimHAR
import VerbatimJSON
import VerbatimServer

/// A host of a provider: returns the responses of the fake provider, changed by the planned faults.
struct FakeHost {
    let name: String
    let provider: Provider
    let fake: any FakeProvider
    let plan: FaultPlan

    func response(to httpRequest: HTTPRequest) -> ServerResponse {
        var request = FakeRequest(httpRequest, host: name)
        if has(.jsonp) { request.removeQueryItem("nojsoncallback") }
        let correct = fake.response(to: request)
        if correct.isImage || provider.imageHosts.contains(name) {
            return ServerResponse(imageResponse(correct, to: request))
        }
        let response = redirect(of: request) ?? errorResponse() ?? changed(correct)
        return delivery(of: fake.write(response, to: request))
    }

    private func has(_ fault: Fault) -> Bool {
        plan.has(fault, of: provider)
    }
}

// MARK: - Redirects and errors

extension FakeHost {
    private func redirect(of request: FakeRequest) -> FakeResponse? {
        if has(.redirect), !request.isRedirected {
            return .redirect(to: FakeRequest.redirectPrefix + request.target)
        }
        if has(.redirectToOtherHost), name == provider.hosts[0] {
            return .redirect(to: "https://\(provider.hosts[1])\(request.target)")
        }
        return nil
    }

    private func errorResponse() -> FakeResponse? {
        if has(.emptyForbidden) { return .empty(403) }
        if has(.notFoundPage) { return .page(404, "Not Found") }
        return Fault.allCases.lazy.filter(has).compactMap { fake.errorResponse(for: $0) }.first
    }

    private func imageResponse(_ image: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        if has(.missingImage) { return fake.write(.page(404, "Not Found"), to: request) }
        var response = fake.write(image, to: request)
        if has(.brokenImage) { response.body = .text(HTMLPage.text(200, "Sign in")) }
        return response
    }
}

// MARK: - Changed contents

extension FakeHost {
    private func changed(_ response: FakeResponse) -> FakeResponse {
        guard case .json(let value, let status) = response, status < 300 else { return response }
        if has(.htmlForJSON) { return .page(status, "We have moved") }
        return .json(changed(value), status: has(.newStatus) ? 202 : status)
    }

    private func changed(_ value: JSONValue) -> JSONValue {
        let fields = fake.mutableFields
        var value = value
        if has(.otherDateFormat) {
            value = value.changing(fields.dates) {
                $0.string.map { .string(fields.reformatDate($0)) } ?? $0
            }
        }
        if has(.stringForNumber) {
            value = value.changing(fields.numbers) { $0.number.map { .string($0.text) } ?? $0 }
        }
        if has(.nullForValue) { value = value.changing(fields.values) { _ in .null } }
        if has(.droppedKey) { value = value.changing(fields.values) { _ in nil } }
        return value
    }
}

extension JSONValue {
    /// Returns a copy in which the members with one of the names are changed, at any depth, or removed if the
    /// change returns nil.
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

// MARK: - Delivery

extension FakeHost {
    private func delivery(of response: HTTPResponse) -> ServerResponse {
        var delivery = ServerResponse(response)
        if has(.slow) { delivery.delay = .seconds(1) }
        if case .data(let body) = response.body {
            if has(.truncated) { delivery.ending = .closed(afterBody: body.count / 2) }
            if has(.reset) { delivery.ending = .reset(afterBody: body.count / 2) }
        }
        if has(.silent) { delivery.ending = .silence }
        return delivery
    }
}
