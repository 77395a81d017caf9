import Foundation
import VerbatimHAR
import VerbatimTestSupport

func text(_ data: Data?) -> String? {
    data.map { String(decoding: $0, as: UTF8.self) }
}

extension Interaction {
    /// Everything that a recording keeps of an interaction, in a form that can be compared.
    var kept: String {
        get throws {
            let response = outcome.response
            var failure = "none"
            if case .failure(let reason, _) = outcome { failure = "\(reason)" }
            return """
                \(started) \(duration ?? -1) \(request.method) \(request.url)
                \(request.headers.map { "\($0.name): \($0.value)" })
                \(request.body.map { [UInt8]($0).description } ?? "no body")
                \(response?.status ?? 0) \(response?.reason ?? "") failure \(failure)
                \((response?.headers ?? [:]).map { "\($0.name): \($0.value)" })
                \([UInt8](try responseBytes()))
                \(response?.chunks ?? [])
                """
        }
    }
}

// MARK: - Random interactions

extension SeededRandom {
    mutating func text() -> String {
        let pieces = [
            "a", "é", "\"", "\\", "\n", "{", "}", " ", "\u{0}", "😀", "\u{feff}", "/", "=", "&", "x-1",
        ]
        return (0..<number(0...8)).map { _ in pick(pieces) }.joined()
    }

    mutating func bytes() -> Data {
        switch number(0...3) {
        case 0: Data((0..<number(0...40)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case 1: Data(text().utf8)
        case 2: Data(#"{"a":[1,{"b":"\#(number(0...99))"}]}"#.utf8)
        default: Data()
        }
    }

    mutating func headers() -> HeaderFields {
        HeaderFields(
            (0..<number(0...3)).map { _ in
                .init(name: pick(["Set-Cookie", "x", "Content-Type"]), value: text())
            })
    }

    mutating func response() -> HTTPResponse {
        HTTPResponse(
            number(100...599), reason: text(), headers: headers(), body: .data(bytes()),
            chunks: once(in: 2) ? [] : [.init(length: 1, time: 0.5), .init(length: 2, time: 1.25)])
    }

    mutating func interaction() -> Interaction {
        let request = HTTPRequest(
            "GET", "https://a.test/\(number(0...9))?q=%20", headers: headers(),
            body: once(in: 2) ? nil : bytes())
        let failure = TransportFailure(code: -1005, reason: text())
        let outcome: Outcome =
            switch number(0...3) {
            case 0: .failure(failure)
            case 1: .failure(failure, partial: response())
            default: .response(response())
            }
        let duration = once(in: 2) ? nil : Double(number(1...999))
        return Interaction(request, outcome, started: "2026-11-21T10:00:00.000Z", duration: duration)
    }

    mutating func archive() -> Archive {
        Archive((0..<number(0...6)).map { _ in interaction() })
    }
}
