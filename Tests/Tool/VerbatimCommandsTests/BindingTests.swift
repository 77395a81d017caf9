import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimModels

@testable import VerbatimCommands

/// Bindings of models to operations.
@Suite struct BindingTests {
    private struct Failure: Decodable, Sendable {
        let message: String
    }

    private func harness(_ operation: String) throws -> CommandLineHarness {
        let harness = try CommandLineHarness(
            contractsOf: [],
            apis: [API(name: "weather", models: [ModelBinding(operation, Failure.self)])])
        try Data(
            """
            {"openapi": "3.1.0", "info": {"title": "w", "version": "1"}, "servers": [{"url": "https://w.test"}],
             "paths": {"/now/{city}": {"get": {"operationId": "getNow",
               "parameters": [{"name": "city", "in": "path", "required": true, "schema": {"type": "string"}}],
               "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
                 "type": "object", "properties": {"celsius": {"type": "number"}}}}}}}}}}}
            """.utf8
        ).write(to: harness.path("Contracts/weather.json"))
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: .text(#"{"celsius": 21}"#))
        let folder = harness.path("Recordings/weather")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Archive([Interaction(HTTPRequest("GET", "https://w.test/now/Berlin"), .response(response))])
            .selfContainedHAR().write(to: folder.appending(path: "berlin.har"))
        return harness
    }

    @Test(arguments: ["getNow", "GET /now/{city}", "get /now/{city}"])
    func `a model is bound by operation id or by method and path`(operation: String) async throws {
        let run = try await harness(operation).run("check")
        #expect(run.out.contains("model-missing-key"), "\(run.out)")
        #expect(run.code == .broken)
    }

    @Test(arguments: ["getNwo", "POST /now/{city}", "GET /now"])
    func `a binding that matches no operation is breaking`(operation: String) async throws {
        let run = try await harness(operation).run("check")
        #expect(
            run.out.contains(
                """
                breaking: weather: the binding of Failure: expected one of 'getNow', found '\(operation)'
                """), "\(run.out)")
        #expect(run.code == .broken)
        let models = try await harness(operation).run("models")
        #expect(models.code == .broken && models.out.contains("binding-unknown-operation"))
    }
}
