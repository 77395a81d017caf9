import Foundation
import VerbatimHAR

/// A mutation of a response as a whole.
struct ResponseMutation: Sendable {
    let mutationOperator: MutationOperator
    /// The mutation in words: `the status is 500`.
    let change: String
    let header: String?
    private let original: HTTPResponse
    private let mutate: @Sendable (inout HTTPResponse) -> Void

    init(
        _ mutationOperator: MutationOperator, _ change: String, header: String?, of original: HTTPResponse,
        _ mutate: @escaping @Sendable (inout HTTPResponse) -> Void
    ) {
        self.mutationOperator = mutationOperator
        self.change = change
        self.header = header
        self.original = original
        self.mutate = mutate
    }

    /// The mutated response. It is made each time, as a body may be large.
    var response: HTTPResponse {
        var response = original
        mutate(&response)
        return response
    }
}

/// The mutations of a response as a whole: of its status, its headers, and its body in one piece.
struct ResponseMutations: Sendable {
    let response: HTTPResponse
    let body: [UInt8]
    let isJSON: Bool
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
            mutants.append(replaced(.truncated, "the body is empty") { _ in Data() })
        }
        if !isPage { mutants.append(replaced(.html, "the body is a page") { _ in Data(page.utf8) }) }
        guard isJSON else { return mutants }
        let end = (body.lastIndex { $0 > 0x20 } ?? 0)
        return mutants + [
            replaced(.truncated, "half of the body is missing") { Data($0[..<(end / 2)]) },
            replaced(.truncated, "the last bracket is missing") { Data($0[..<end]) },
            replaced(.jsonp, "the body is a call") { Data("callback(".utf8) + $0 + Data(");".utf8) },
            replaced(.byteOrderMark, "the body begins with a byte order mark") {
                Data([0xef, 0xbb, 0xbf]) + $0
            },
        ]
    }

    private var isPage: Bool { body.first { $0 > 0x20 } == UInt8(ascii: "<") }

    private func replaced(
        _ mutationOperator: MutationOperator, _ change: String,
        _ replace: @escaping @Sendable ([UInt8]) -> Data
    ) -> ResponseMutation { mutant(mutationOperator, change) { [body] in $0.body = .data(replace(body)) } }

    private func mutant(
        _ mutationOperator: MutationOperator, _ change: String, header: String? = nil,
        _ mutate: @escaping @Sendable (inout HTTPResponse) -> Void
    ) -> ResponseMutation { ResponseMutation(mutationOperator, change, header: header, of: response, mutate) }
}
