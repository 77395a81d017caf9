import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

/// How a task of some kind is started, and what is seen of its end, told in one line.
struct TaskKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (URLSession, URLRequest) async -> String

    init(_ name: String, run: @escaping @Sendable (URLSession, URLRequest) async -> String) {
        testDescription = name
        self.run = run
    }

    static let all = [
        TaskKind("data, async") { session, request in
            await seen { try await session.data(for: request) }
        },
        TaskKind("data, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.dataTask(with: request) { done.resume(returning: seen($0, $1, $2)) }.resume()
            }
        },
        TaskKind("upload from data, async") { session, request in
            await seen { try await session.upload(for: request.asPOST, from: Data("up".utf8)) }
        },
        TaskKind("upload from data, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.uploadTask(with: request.asPOST, from: Data("up".utf8)) {
                    done.resume(returning: seen($0, $1, $2))
                }.resume()
            }
        },
        TaskKind("download, async") { session, request in
            await seen {
                let (file, response) = try await session.download(for: request)
                return (try file.taken(), response)
            }
        },
        TaskKind("download, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.downloadTask(with: request) { file, response, error in
                    done.resume(returning: seen(file.flatMap { try? $0.taken() }, response, error))
                }.resume()
            }
        },
    ]

    private static func seen(_ work: () async throws -> (Data, URLResponse)) async -> String {
        do {
            let (data, response) = try await work()
            return seen(data, response, nil)
        } catch {
            return seen(nil, nil, error)
        }
    }

    private static func seen(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> String {
        if let error { return "error \((error as NSError).code)" }
        guard let response = response as? HTTPURLResponse, let data else { return "nothing" }
        return "\(response.statusCode) \(response.url?.path ?? "") \(data.count) bytes"
    }
}

extension URLRequest {
    fileprivate var asPOST: URLRequest {
        var request = self
        request.httpMethod = "POST"
        return request
    }
}

/// What may become of a request.
struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answers: [String: Outcome]
    let seen: String

    init(_ name: String, _ answers: [String: Outcome], _ seen: String) {
        testDescription = name
        self.answers = answers
        self.seen = seen
    }

    private static let elsewhere: HeaderFields = ["Location": "/b"]

    static let all = [
        Case("200", ["/a": .response(HTTPResponse(200, body: .text("hello")))], "200 /a 5 bytes"),
        Case("200 without a body", ["/a": .response(HTTPResponse(200))], "200 /a 0 bytes"),
        Case("204", ["/a": .response(HTTPResponse(204))], "204 /a 0 bytes"),
        Case("304", ["/a": .response(HTTPResponse(304, headers: ["ETag": "\"1\""]))], "304 /a 0 bytes"),
        Case("404 as HTML", ["/a": .response(HTTPResponse(404, body: .text("<html>")))], "404 /a 6 bytes"),
        Case(
            "bytes that are no text", ["/a": .response(HTTPResponse(200, body: .data(Data([0, 255, 254]))))],
            "200 /a 3 bytes"),
        Case(
            "302 to 200",
            [
                "/a": .response(HTTPResponse(302, headers: elsewhere)),
                "/b": .response(HTTPResponse(200, body: .text("b"))),
            ],
            "200 /b 1 bytes"),
        Case(
            "a redirect loop", ["/a": .response(HTTPResponse(307, headers: ["Location": "/a"]))],
            "error -1007"),
        Case(
            "401 Basic",
            [
                "/a": .response(
                    HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: .text("no")))
            ],
            "401 /a 2 bytes"),
        Case("refused", ["/a": .failure(TransportFailure(code: -1004, reason: "refused"))], "error -1004"),
        Case(
            "no such host", ["/a": .failure(TransportFailure(code: -1003, reason: "no such host"))],
            "error -1003"),
        Case(
            "timed out", ["/a": .failure(TransportFailure(code: -1001, reason: "timed out"))], "error -1001"),
        Case(
            "truncated",
            [
                "/a": .failure(
                    TransportFailure(code: -1005, reason: "the connection ended after 3 of 10 bytes"),
                    partial: HTTPResponse(200, headers: ["Content-Length": "10"], body: .text("abc")))
            ],
            "error -1005"),
    ]
}

@Suite struct `Tasks of every kind` {
    @Test(arguments: TaskKind.all, Case.all)
    func `see every outcome`(kind: TaskKind, expected: Case) async throws {
        let player = StubResponder {
            expected.answers[String($0.url.suffix(2))] ?? .response(HTTPResponse(599))
        }
        let seen = try await player.serve {
            await kind.run($0.session(), URLRequest(url: URL(literal: "http://127.0.0.1:9/a")))
        }
        #expect(seen == expected.seen)
    }

    @Test(arguments: TaskKind.all, Case.all)
    func `see every outcome that takes its time`(kind: TaskKind, expected: Case) async throws {
        let player = StubResponder(answer: { request in
            .deferred { completion in
                completion(expected.answers[String(request.url.suffix(2))] ?? .response(HTTPResponse(599)))
                return Silence()
            }
        })
        let seen = try await player.serve {
            await kind.run($0.session(), URLRequest(url: URL(literal: "http://127.0.0.1:9/a")))
        }
        #expect(seen == expected.seen)
    }
}
