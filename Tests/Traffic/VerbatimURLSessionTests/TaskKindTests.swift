import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

/// A kind of task: runs it and describes its result in one line.
struct TaskKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (URLSession, URLRequest) async -> String

    init(_ name: String, run: @escaping @Sendable (URLSession, URLRequest) async -> String) {
        testDescription = name
        self.run = run
    }

    static let all = [
        TaskKind("data, async") { session, request in
            await describe { try await session.data(for: request) }
        },
        TaskKind("data, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.dataTask(with: request) { done.resume(returning: describe($0, $1, $2)) }.resume()
            }
        },
        TaskKind("upload from data, async") { session, request in
            await describe { try await session.upload(for: request.asPOST, from: Data("up".utf8)) }
        },
        TaskKind("upload from data, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.uploadTask(with: request.asPOST, from: Data("up".utf8)) {
                    done.resume(returning: describe($0, $1, $2))
                }.resume()
            }
        },
        TaskKind("download, async") { session, request in
            await describe {
                let (file, response) = try await session.download(for: request)
                return (try file.removeDownload(), response)
            }
        },
        TaskKind("download, completion handler") { session, request in
            await withCheckedContinuation { done in
                session.downloadTask(with: request) { file, response, error in
                    done.resume(
                        returning: describe(file.flatMap { try? $0.removeDownload() }, response, error))
                }.resume()
            }
        },
    ]

    private static func describe(_ work: () async throws -> (Data, URLResponse)) async -> String {
        do {
            let (data, response) = try await work()
            return describe(data, response, nil)
        } catch {
            return describe(nil, nil, error)
        }
    }

    private static func describe(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> String {
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

/// The outcomes of a request and its redirects, and the result of the task.
struct TaskCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcomes: [String: Outcome]
    let result: String

    init(_ name: String, _ outcomes: [String: Outcome], _ result: String) {
        testDescription = name
        self.outcomes = outcomes
        self.result = result
    }

    private static let elsewhere: HeaderFields = ["Location": "/b"]

    static let all = [
        TaskCase("200", ["/a": .response(HTTPResponse(200, body: .text("hello")))], "200 /a 5 bytes"),
        TaskCase("200 without a body", ["/a": .response(HTTPResponse(200))], "200 /a 0 bytes"),
        TaskCase("204", ["/a": .response(HTTPResponse(204))], "204 /a 0 bytes"),
        TaskCase("304", ["/a": .response(HTTPResponse(304, headers: ["ETag": "\"1\""]))], "304 /a 0 bytes"),
        TaskCase(
            "404 as HTML", ["/a": .response(HTTPResponse(404, body: .text("<html>")))], "404 /a 6 bytes"),
        TaskCase(
            "bytes that are not text",
            ["/a": .response(HTTPResponse(200, body: .data(Data([0, 255, 254]))))],
            "200 /a 3 bytes"),
        TaskCase(
            "302 to 200",
            [
                "/a": .response(HTTPResponse(302, headers: elsewhere)),
                "/b": .response(HTTPResponse(200, body: .text("b"))),
            ],
            "200 /b 1 bytes"),
        TaskCase(
            "a redirect loop", ["/a": .response(HTTPResponse(307, headers: ["Location": "/a"]))],
            "error -1007"),
        TaskCase(
            "401 Basic",
            [
                "/a": .response(
                    HTTPResponse(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: .text("no")))
            ],
            "401 /a 2 bytes"),
        TaskCase(
            "refused", ["/a": .failure(TransportFailure(code: -1004, reason: "refused"))], "error -1004"),
        TaskCase(
            "no such host", ["/a": .failure(TransportFailure(code: -1003, reason: "no such host"))],
            "error -1003"),
        TaskCase(
            "timed out", ["/a": .failure(TransportFailure(code: -1001, reason: "timed out"))], "error -1001"),
        TaskCase(
            "truncated",
            [
                "/a": .failure(
                    TransportFailure(code: -1005, reason: "the connection ended after 3 of 10 bytes"),
                    partial: HTTPResponse(200, headers: ["Content-Length": "10"], body: .text("abc")))
            ],
            "error -1005"),
    ]
}

@Suite struct TaskKindTests {
    @Test(arguments: TaskKind.all, TaskCase.all)
    func `every kind of task receives every immediate outcome`(kind: TaskKind, expected: TaskCase)
        async throws
    {
        let responder = StubResponder {
            expected.outcomes[String($0.url.suffix(2))] ?? .response(HTTPResponse(599))
        }
        let result = try await responder.intercept {
            await kind.run($0.session(), URLRequest(url: URL(literal: "http://127.0.0.1:9/a")))
        }
        #expect(result == expected.result)
    }

    @Test(arguments: TaskKind.all, TaskCase.all)
    func `every kind of task receives every deferred outcome`(kind: TaskKind, expected: TaskCase) async throws
    {
        let responder = StubResponder(result: { request in
            .deferred { completion in
                let outcome = expected.outcomes[String(request.url.suffix(2))]
                completion(.end(outcome ?? .response(HTTPResponse(599))))
                return UnfinishedTask()
            }
        })
        let result = try await responder.intercept {
            await kind.run($0.session(), URLRequest(url: URL(literal: "http://127.0.0.1:9/a")))
        }
        #expect(result == expected.result)
    }
}
