import Foundation
import VerbatimContract
import VerbatimHAR

/// A mutation of a response as a whole.
struct ResponseMutation: Sendable {
    let mutationOperator: MutationOperator
    /// The mutation in words: `the status is 500`.
    let change: String
    /// The name of the mutated header.
    let header: String?
    let response: HTTPResponse
}

/// The mutations of a response as a whole: of its status, its headers, and its body in one piece.
struct ResponseMutations: Sendable {
    let response: HTTPResponse
    let body: [UInt8]
    let isJSON: Bool
    /// The names of the headers that the contract declares.
    let headers: [String]

    /// All mutations, in a fixed order.
    var all: [ResponseMutation] { statuses + mediaTypes + declaredHeaders + bodies }

    private var statuses: [ResponseMutation] {
        [204, 302, 404, 500].filter { $0 != response.status }.map { status in
            mutant(.status, "the status is \(status)") { $0.status = status }
        }
    }

    private var mediaTypes: [ResponseMutation] {
        let present = response.headers["Content-Type"]
        let others = ["application/json", "text/html; charset=utf-8", "application/octet-stream"].filter {
            $0.prefix { $0 != ";" } != present?.prefix { $0 != ";" }
        }
        let changed = others.map { type in
            mutant(.mediaType, "the media type is '\(type)'") { $0.headers["Content-Type"] = type }
        }
        guard present != nil else { return changed }
        return changed + [mutant(.mediaType, "there is no media type") { $0.headers.remove("Content-Type") }]
    }

    private var declaredHeaders: [ResponseMutation] {
        headers.filter { response.headers[$0] != nil }.flatMap { name in
            [
                mutant(.dropHeader, "there is no header '\(name)'", header: name) { $0.headers.remove(name) },
                mutant(.malformedHeader, "header '\(name)' is '?'", header: name) { $0.headers[name] = "?" },
            ]
        }
    }

    private var bodies: [ResponseMutation] {
        let page = "<!DOCTYPE html><html><head><title>Sorry</title></head><body>Sorry</body></html>"
        var mutants: [ResponseMutation] = []
        if !body.isEmpty {
            mutants.append(replaced(.truncated, "the body is empty", []))
        }
        if !isPage { mutants.append(replaced(.html, "the body is a page", Array(page.utf8))) }
        guard isJSON else { return mutants }
        let end = (body.lastIndex { $0 > 0x20 } ?? 0)
        return mutants + [
            replaced(.truncated, "half of the body is missing", Array(body[..<(end / 2)])),
            replaced(.truncated, "the last bracket is missing", Array(body[..<end])),
            replaced(.jsonp, "the body is a call", Array("callback(".utf8) + body + Array(");".utf8)),
            replaced(.byteOrderMark, "the body begins with a byte order mark", [0xef, 0xbb, 0xbf] + body),
        ]
    }

    private var isPage: Bool { body.first { $0 > 0x20 } == UInt8(ascii: "<") }

    private func replaced(
        _ mutationOperator: MutationOperator, _ change: String, _ bytes: [UInt8]
    ) -> ResponseMutation {
        mutant(mutationOperator, change) { $0.body = .data(Data(bytes)) }
    }

    private func mutant(
        _ mutationOperator: MutationOperator, _ change: String, header: String? = nil,
        _ mutate: (inout HTTPResponse) -> Void
    ) -> ResponseMutation {
        var response = response
        mutate(&response)
        return ResponseMutation(
            mutationOperator: mutationOperator, change: change, header: header, response: response)
    }
}
