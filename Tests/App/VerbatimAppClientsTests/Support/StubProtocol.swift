import Foundation
import Synchronization
import VerbatimAppClients

/// Responds inside `startLoading`, the only method in which Linux allows calls of the client.
final class StubProtocol<Slot>: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard task?.state == .running, let client else { return }
        switch StubProtocolClasses.responder(for: type(of: self))?.respond(to: request)
            ?? .error(URLError(.unknown))
        {
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

/// The responder of each class. Classes are created at run time and never freed; a test run needs a few
/// dozen.
enum StubProtocolClasses {
    private static let responders = Mutex<[ObjectIdentifier: StubResponder]>([:])
    private static let classCount = Mutex(0)

    static func makeClass() -> URLProtocol.Type {
        let number = classCount.withLock { count in
            count += 1
            return count
        }
        return makeClass(number, Root.self)
    }

    static func set(_ responder: StubResponder, for protocolClass: URLProtocol.Type) {
        responders.withLock { $0[ObjectIdentifier(protocolClass)] = responder }
    }

    static func responder(for protocolClass: URLProtocol.Type) -> StubResponder? {
        responders.withLock { $0[ObjectIdentifier(protocolClass)] }
    }

    private enum Root {}
    private enum Zero<Rest> {}
    private enum One<Rest> {}

    /// Encodes a number in binary as a type argument, which makes a new class of the generic one.
    private static func makeClass<Slot>(_ number: Int, _ slot: Slot.Type) -> URLProtocol.Type {
        switch number {
        case 0: StubProtocol<Slot>.self
        case let even where even.isMultiple(of: 2): makeClass(number / 2, Zero<Slot>.self)
        default: makeClass(number / 2, One<Slot>.self)
        }
    }
}
