import Foundation
import VerbatimHAR

/// Repeatable randomness: SplitMix64.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    mutating func text() -> String {
        let pieces = [
            "a", "é", "\"", "\\", "\n", "{", "}", " ", "\u{0}", "😀", "\u{feff}", "/", "=", "&", "x-1",
        ]
        return (0..<Int.random(in: 0...8, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }
            .joined()
    }

    mutating func bytes() -> Data {
        switch Int.random(in: 0...3, using: &self) {
        case 0:
            Data(
                (0..<Int.random(in: 0...40, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self)
                })
        case 1: Data(text().utf8)
        case 2: Data(#"{"a":[1,{"b":"\#(Int.random(in: 0...99, using: &self))"}]}"#.utf8)
        default: Data()
        }
    }

    mutating func headers() -> HeaderFields {
        HeaderFields(
            (0..<Int.random(in: 0...3, using: &self)).map { _ in
                .init(
                    name: ["Set-Cookie", "x", "Content-Type"].randomElement(using: &self) ?? "", value: text()
                )
            })
    }

    mutating func response() -> HTTPResponse {
        HTTPResponse(
            Int.random(in: 100...599, using: &self), reason: text(), headers: headers(), body: .data(bytes()),
            chunks: Bool.random(using: &self)
                ? [] : [.init(length: 1, time: 0.5), .init(length: 2, time: 1.25)])
    }

    mutating func interaction() -> Interaction {
        let request = HTTPRequest(
            "GET", "https://a.test/\(Int.random(in: 0...9, using: &self))?q=%20", headers: headers(),
            body: Bool.random(using: &self) ? nil : bytes())
        let failure = TransportFailure(code: -1005, reason: text())
        let outcome: Outcome =
            switch Int.random(in: 0...3, using: &self) {
            case 0: .failure(failure)
            case 1: .failure(failure, partial: response())
            default: .response(response())
            }
        let duration = Bool.random(using: &self) ? nil : Double(Int.random(in: 1...999, using: &self))
        return Interaction(request, outcome, started: "2026-11-21T10:00:00.000Z", duration: duration)
    }
}
