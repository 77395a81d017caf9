import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimCommands

/// `verbatim import`: every byte of the traffic in a cassette is in the recording, or it is reported.
@Suite struct ImportFidelityTests {
    /// The response of a cassette as its tool writes it, and the bytes that it has received.
    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let response: String
        let bytes: String
        var losses: [String] = []
        var isWhole = true

        var text: String {
            let request = "method: GET, uri: 'https://w.test/a'"
            switch file {
            case "go.yaml", "ruby.yml":
                return "interactions:\n- request: {\(request)}\n  response:\n\(response)\nversion: 1\n"
            case "r.yml":
                return "http_interactions:\n- request: {\(request)}\n  response:\n      status:\n"
                    + "        {status_code: '200', message: OK, explanation: Fulfilled}\n\(response)\n"
                    + "  recorded_at: 2021-02-02 00:42:50 GMT\n  recorded_with: vcr/0.6.0, webmockr/0.7.4\n"
            case "dvr.json":
                return #"{"interactions": [{"request": {"method": "GET", "url": "https://w.test/a"}, "#
                    + #""response": {"status": 200, \#(response)}}]}"#
            default:
                return #"{"http_interactions": [{"request": {"method": "GET", "uri": "https://w.test/a"}, "#
                    + #""response": {"status": {"code": 200}, \#(response)}}]}"#
            }
        }
    }

    private static let sha = "7fd1a60b01f91b314f59955a4e4d4e80d8edf11d"

    private static let bodies = [
        Body(
            testDescription: "Base64 of Ruby has line breaks", file: "vcr.json",
            response: #""body": {"encoding": "UTF-8", "base64_string": "eyJhIjox\nLCJiIjoyfQ==\n"}"#,
            bytes: #"{"a":1,"b":2}"#),
        Body(
            testDescription: "binary text in UTF-8, of Ruby", file: "ruby.yml",
            response: "    status: {code: 200}\n    body:\n      encoding: ASCII-8BIT\n"
                + "      string: !binary |-\n        eyJuYW1lIjoiWsO8\n        cmljaCJ9",
            bytes: #"{"name":"Zürich"}"#),
        Body(
            testDescription: "binary text by the tag of YAML 1.1", file: "go.yaml",
            response: "    code: 200\n    body: !!binary aGk=", bytes: "hi"),
        Body(
            testDescription: "an alias of binary text", file: "go.yaml",
            response: "    request_uri: &x !binary 'eW91'\n    code: 200\n    body: *x", bytes: "you"),
        Body(
            testDescription: "a hash", file: "go.yaml", response: "    code: 200\n    body: \(sha)",
            bytes: sha),
        Body(
            testDescription: "a text that Base64 could be", file: "vcr.json",
            response: #""body": {"encoding": "UTF-8", "string": "dGhpcyBpcyB0ZXh0"}"#,
            bytes: "dGhpcyBpcyB0ZXh0"),
        Body(
            testDescription: "a hash, of DVR", file: "dvr.json", response: #""body": "\#(sha)""#, bytes: sha),
        Body(
            testDescription: "bytes, of DVR", file: "dvr.json",
            response: #""headers": {"Content-Type": "image/x"}, "body": "aGk=""#, bytes: "hi"),
        Body(
            testDescription: "text, of DVR", file: "dvr.json",
            response: #""headers": {"Content-Type": "text/plain"}, "body": "aGk=""#, bytes: "aGk="),
        Body(
            testDescription: "JSON that a serializer has parsed", file: "go.yaml",
            response: "    status: {code: 200}\n    parsed_body: {id: resp_1}", bytes: #"{"id":"resp_1"}"#,
            losses: ["the white space of a body that is stored as JSON"]),
        Body(
            testDescription: "a body that is empty", file: "vcr.json",
            response: #""body": {"encoding": "UTF-8", "string": ""}"#, bytes: ""),
        Body(
            testDescription: "no body", file: "vcr.json",
            response: #""body": {"encoding": "UTF-8", "string": null}"#,
            bytes: ""),
        Body(
            testDescription: "a body by an unknown name", file: "vcr.json",
            response:
                #""body": {"encoding": "UTF-8", "zstd_string": "x"}, "trailer": {"X": ["1"]}, "links": []"#,
            bytes: "", losses: ["'zstd_string'", "'trailer'"], isWhole: false),
        Body(
            testDescription: "a text that is not Base64", file: "vcr.json",
            response: #""body": {"base64_string": "a{b}"}"#, bytes: "a{b}",
            losses: ["the body, which is not in Base64"], isWhole: false),
        Body(
            testDescription: "a status of betamax before 0.2", file: "vcr.json",
            response: #""status_code": 200, "status": null, "body": "{}""#, bytes: "{}"),
        Body(
            testDescription: "bytes, of R", file: "r.yml",
            response: "      body: {encoding: ASCII-8BIT, file: no, string: eyJhIjoxfQ==}",
            bytes: #"{"a":1}"#),
        Body(
            testDescription: "text, of R", file: "r.yml",
            response: "      body: {encoding: UTF-8, file: no, string: aGk=}", bytes: "aGk="),
    ]

    @Test(arguments: bodies)
    func `a body has the bytes that were received, or is reported`(item: Body) async throws {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        try harness.write(item.text, to: item.file)
        let run = await harness.run("import", "weather", item.file, "--name", "a")
        #expect(run.code == (item.isWhole ? .holds : .broken), "\(run)")
        let losses = run.error.split(separator: "\n").filter { $0.hasPrefix("  lost: ") }
        #expect(losses.count == item.losses.count, "\(run.error)")
        for (loss, expected) in zip(losses, item.losses) { #expect(loss.hasSuffix(expected), "\(loss)") }
        let archive = try Archive(contentsOf: harness.path("Recordings/weather/a.har"))
        let interaction = try #require(archive.interactions.first)
        #expect(interaction.outcome.response?.status == 200)
        #expect(String(decoding: try interaction.responseBytes(), as: UTF8.self) == item.bytes)
    }
}
