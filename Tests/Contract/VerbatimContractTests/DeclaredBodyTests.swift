import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// The bodies that a declared media type accepts.
@Suite struct DeclaredBodyTests {
    private func findings(
        declared: String, sent: String, _ body: [UInt8], status: Int = 200
    ) throws -> [String] {
        let contract = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/x": {"get": {"operationId": "x", "responses": {
               "\(status)": {"description": "a", "content": {\(declared)}}}}}}}
            """
        let contracts = ContractSet([try Contract(parsing: Data(contract.utf8), file: "Contracts/x.json")])
        let response = HTTPResponse(status, headers: ["Content-Type": sent], body: .data(Data(body)))
        return contracts.check(Interaction(HTTPRequest("GET", "https://a.test/x"), .response(response)))
            .map { "\($0.severity) \($0.rule)" }
    }

    @Test(arguments: [
        "OK", "<p>a fragment</p>", #"{"a": 1}"#, "cb({})", "<html></html>", "",
    ])
    func `any text is HTML`(body: String) throws {
        #expect(
            try findings(declared: #""text/html": {}"#, sent: "text/html", Array(body.utf8))
                == Self.none(body))
    }

    private static func none(_ body: String) -> [String] {
        body.isEmpty ? ["warning response-body-missing"] : []
    }

    @Test(arguments: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0, 1, 2]] as [[UInt8]])
    func `bytes that are no text are no HTML`(body: [UInt8]) throws {
        for (object, severity) in [("{}", "warning"), (#"{"schema": {"type": "string"}}"#, "breaking")] {
            let found = try findings(declared: "\"text/html\": \(object)", sent: "text/html", body)
            #expect(found == ["\(severity) response-body-kind"])
        }
    }

    @Test(arguments: ["<!DOCTYPE html><p>a", "<?xml version=\"1.0\"?><html/>"])
    func `XHTML is HTML`(body: String) throws {
        let found = try findings(
            declared: #""application/xhtml+xml": {}"#, sent: "application/xhtml+xml", Array(body.utf8))
        #expect(found == [])
    }

    @Test(arguments: ["image/x-icon", "image/vnd.microsoft.icon"])
    func `an icon has two media types`(type: String) throws {
        let icon: [UInt8] = [0, 0, 1, 0, 1, 0, 16, 16]
        for declared in ["image/x-icon", "image/vnd.microsoft.icon"] {
            #expect(try findings(declared: "\"\(declared)\": {}", sent: type, icon) == [])
        }
    }

    @Test(arguments: [
        ("\u{1}\u{2}", []), ("", ["warning response-body-missing"]),
        ("<!DOCTYPE html><title>Sign in</title>", ["breaking response-body-kind"]),
    ])
    func `a part of a body has no format, but is neither empty nor a page`(
        body: String, expected: [String]
    ) throws {
        let declared = #""image/jpeg": {}"#
        #expect(
            try findings(declared: declared, sent: "image/jpeg", Array(body.utf8), status: 206) == expected)
    }

    @Test(arguments: ["error: nope", ")]}'\n{}", "<html></html>", #"{"a": "\ud800"}"#, ""])
    func `what is no JSON is breaking where a schema promises values`(body: String) throws {
        let declared = #""application/json": {"schema": {"type": "object"}}"#
        let strict = try findings(declared: declared, sent: "application/json", Array(body.utf8))
        let loose = try findings(
            declared: #""application/json": {}"#, sent: "application/json", Array(body.utf8))
        #expect(strict.map { $0.prefix { $0 != " " } } == ["breaking"])
        #expect(loose == strict.map { $0.replacing("breaking", with: "warning") })
    }

    @Test func `a declared media type is found under its other name, a range only without one`() throws {
        let declared = """
            "*/*": {"schema": {"const": 1}}, "application/json": {"schema": {"const": 2}},
            "application/json; v=1": {"schema": {"const": 3}}
            """
        #expect(try findings(declared: declared, sent: "text/json", Array("2".utf8)) == [])
        #expect(try findings(declared: declared, sent: "application/json;v=1", Array("3".utf8)) == [])
        #expect(try findings(declared: declared, sent: "application/hal+json", Array("1".utf8)) == [])
    }

    @Test(arguments: [
        ("Contracts/x.json", "accept it with `verbatim review x`"),
        (
            "/tmp/x.json",
            "run `verbatim infer --contract /tmp/x.json --recordings FILE.har x` and review the change to the contract"
        ),
    ])
    func `the next step names commands that know the contract`(file: String, step: String) throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"description": "a"}}}}}}
            """
        let contracts = ContractSet([try Contract(parsing: Data(text.utf8), file: file)])
        let request = HTTPRequest("GET", "https://a.test/x")
        let finding = contracts.check(Interaction(request, .response(HTTPResponse(201)))).first
        #expect(finding?.next == "if the API changed for good, \(step)")
    }
}
