import Foundation
import Synchronization
import VerbatimAppClients

/// Answers at once, inside `startLoading`: the only location from which Linux allows the client to be called.
final class CannedProtocol<Slot>: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard task?.state == .running, let client else { return }
        switch CannedRoutes.canned(for: type(of: self))?.take(request) ?? .error(URLError(.unknown)) {
        case .never: return
        case .error(let error): client.urlProtocol(self, didFailWithError: error)
        case .response(let status, let headers, let body): respond(status, headers, body, to: client)
        }
    }

    private func respond(
        _ status: Int, _ headers: [String: String], _ body: Data, to client: any URLProtocolClient
    ) {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { return client.urlProtocol(self, didFailWithError: URLError(.badURL)) }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        do {
            if try !storeAsDownload(body) { client.urlProtocol(self, didLoad: body) }
            client.urlProtocolDidFinishLoading(self)
        } catch {
            client.urlProtocol(self, didFailWithError: error)
        }
    }
}

/// Who answers for which class. Classes are made at run time and never freed; a test run needs a few dozen.
enum CannedRoutes {
    private static let routes = Mutex<[ObjectIdentifier: StubResponder]>([:])
    private static let made = Mutex(0)

    static func makeClass() -> URLProtocol.Type {
        let number = made.withLock { made in
            made += 1
            return made
        }
        return makeClass(number, Root.self)
    }

    static func set(_ canned: StubResponder, for protocolClass: URLProtocol.Type) {
        routes.withLock { $0[ObjectIdentifier(protocolClass)] = canned }
    }

    static func canned(for protocolClass: URLProtocol.Type) -> StubResponder? {
        routes.withLock { $0[ObjectIdentifier(protocolClass)] }
    }

    private enum Root {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    /// Writes a number in binary as a type, to have a generic class anew.
    private static func makeClass<Slot>(_ number: Int, _ slot: Slot.Type) -> URLProtocol.Type {
        switch number {
        case 0: CannedProtocol<Slot>.self
        case let even where even.isMultiple(of: 2): makeClass(number / 2, Zero<Slot>.self)
        default: makeClass(number / 2, One<Slot>.self)
        }
    }
}
