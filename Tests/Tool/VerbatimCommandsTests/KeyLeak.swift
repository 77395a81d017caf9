import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimServer

@testable import VerbatimCommands

/// A way in which a key gets into the output of a recording run.
enum KeyLeak: CaseIterable, Sendable {
    case refusedKey, redirectToNowhere, redirectLoop, noConnection, errorOfTheApp, percentEncoded, base64
    case json, jsonInJSON, hexadecimal, percentEncodedTwice, foundInTraffic, debugDescription, miss

    /// The key, with characters that every encoding escapes.
    static let key = "k3y/5ec4e7+c0ffee=\"é\"&5ec4e7c0"

    /// The key in the encodings in which it may be printed.
    static let encodings: [String] = {
        let percent = PercentEncoding.encode(key)
        let json = "k3y/5ec4e7+c0ffee=\\\"é\\\"&5ec4e7c0"
        return [
            key, percent, percent.lowercased(), json, json.replacing("/", with: "\\/"),
            Data(key.utf8).base64EncodedString(), "c0ffee", "C0FFEE", "5ec4e7", inHexadecimal,
        ]
    }()

    /// An API of a server of the test, whose only scenario leaks the key in this way.
    func api(at origin: String) -> API {
        // A key that only the app knows is found by its name in a request.
        let key = AccessKey(variable: "SHOP_KEY", secret: Secret("api_key"), source: "https://shop.test")
        return API(
            name: "shop", keys: self == .foundInTraffic ? [] : [key],
            secrets: self == .foundInTraffic ? [Secret("api_key")] : [],
            scenarios: [Scenario("leak", "leaks") { context in try await run(context.session, origin) }],
            models: [])
    }

    /// Responds to the requests of the scenario.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        switch self {
        case .redirectToNowhere:
            HTTPResponse(302, headers: ["Location": "http://127.0.0.1:1/?api_key=\(Self.encoded)"])
        case .redirectLoop:
            HTTPResponse(302, headers: ["Location": request.url + "&api_key=\(Self.encoded)"])
        default:
            HTTPResponse(403, body: .text("Invalid API Key (\(Self.key) is blocked)"))
        }
    }

    private static let encoded = PercentEncoding.encode(key)
    private static let inHexadecimal = key.utf8.map { String($0, radix: 16) }.joined()

    private func run(_ session: URLSession, _ origin: String) async throws {
        let host = self == .noConnection ? "http://127.0.0.1:1" : origin
        let url = "\(host)/items?api_key=\(Self.encoded)"
        guard let address = URL(string: url) else { throw ScenarioFailure("no URL: \(url)") }
        let (data, _) = try await session.data(from: address)
        let body = String(decoding: data, as: UTF8.self)
        switch self {
        case .percentEncoded: throw ScenarioFailure("\(url) was refused")
        case .base64:
            throw ScenarioFailure("Authorization: Basic \(Data(Self.key.utf8).base64EncodedString())")
        case .json:
            throw ScenarioFailure(String(decoding: try JSONEncoder().encode([Self.key]), as: UTF8.self))
        case .jsonInJSON:
            let inner = String(decoding: try JSONEncoder().encode([Self.key]), as: UTF8.self)
            throw ScenarioFailure(String(decoding: try JSONEncoder().encode([inner]), as: UTF8.self))
        case .hexadecimal: throw ScenarioFailure("key \(Self.inHexadecimal)")
        case .percentEncodedTwice: throw ScenarioFailure("next=\(PercentEncoding.encode(Self.encoded))")
        case .debugDescription: throw Refusal(url: url, body: body)
        default: throw ScenarioFailure("refused: \(body)")
        }
    }

    /// An error that prints its properties, as most do.
    private struct Refusal: Error {
        let url: String
        let body: String
    }
}
