import Foundation
import Testing
import VerbatimAPI
import VerbatimJSON
import VerbatimModels

@testable import VerbatimCommands

/// A forecast as an app reads it.
private struct Forecast: Decodable, Sendable {
    struct Day: Decodable, Sendable {
        let date: String
        let celsius: Double
        let note: String?
    }
    enum Condition: String, Decodable, Sendable { case rain, sun }

    let city: String
    let issued: Date
    let condition: Condition
    let days: [Day]
}

/// A contract that was inferred from the only response of the first day.
@Suite struct FirstContractTests {
    /// Creates a folder with one recording of an API and the contract that is inferred from it.
    private static func inferred() async throws -> CommandLineHarness {
        let decoder: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        let binding = ModelBinding("GET /v1/forecast", Forecast.self, decoder: decoder)
        let tool = try CommandLineHarness(
            contractsOf: [], apis: [API(name: "weather", models: [binding])])
        try tool.write(archive(), to: "Recordings/weather/berlin.har")
        try tool.write(body, to: "Recordings/weather/berlin/1.json")
        let run = await tool.run("infer", "weather")
        #expect(run.code == .holds, "\(run.error)")
        return tool
    }

    private static let body = """
        {
          "city": "Berlin",
          "issued": "2026-11-22T09:30:00Z",
          "condition": "rain",
          "days": [
            {"date": "2026-11-22", "celsius": 7.5},
            {"date": "2026-11-23", "celsius": 6.5, "note": "fog"}
          ]
        }

        """

    private static func archive(status: Int = 200, count: String? = "2") -> String {
        let count = count.map { #", {"name": "X-Total-Count", "value": "\#($0)"}"# } ?? ""
        return """
            {
              "log": {
                "version": "1.2",
                "creator": {"name": "verbatim", "version": "1"},
                "entries": [
                  {
                    "startedDateTime": "2026-11-22T10:00:00.000Z",
                    "time": 1,
                    "request": {
                      "method": "GET", "url": "https://api.weather.test/v1/forecast?city=Berlin",
                      "httpVersion": "HTTP/1.1", "headers": [],
                      "queryString": [{"name": "city", "value": "Berlin"}], "cookies": [],
                      "headersSize": -1, "bodySize": 0
                    },
                    "response": {
                      "status": \(status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
                      "headers": [{"name": "Content-Type", "value": "application/json"}\(count)],
                      "content": {"size": -1, "mimeType": "application/json", "_file": "berlin/1.json"},
                      "redirectURL": "", "headersSize": -1, "bodySize": -1
                    },
                    "cache": {},
                    "timings": {"send": 0, "wait": 1, "receive": 0}
                  }
                ]
              }
            }

            """
    }

    @Test func `contract, models and recording agree`() async throws {
        let tool = try await Self.inferred()
        let check = await tool.run("check", "--strict", "--verbose")
        #expect(check.code == .holds, "\(check.out)")
        let models = await tool.run("models", "--verbose")
        #expect(!models.out.contains("model-required-contract-optional"), "\(models.out)")
        let days = try JSON(parsing: tool.text("Contracts/weather.json")).value[
            "paths"]?["/v1/forecast"]?["get"]?["responses"]?["200"]?["content"]?["application/json"]?[
                "schema"]?["properties"]?["days"]?["items"]
        // Two objects that vary show nothing, but the model needs both.
        #expect(
            days?["required"] == ["date", "celsius"] && days?["x-responses"] == 1,
            "\(days?.text(.compact) ?? "")")
    }

    @Test(arguments: [
        (#""celsius": 7.5"#, #""note": "dry""#, "weather no longer sends 'celsius'"),
        (#""celsius": 7.5"#, #""celsius": "7.5""#, "weather sends 'celsius' as a string, not as a number"),
        (
            "2026-11-22T09:30:00Z", "22.11.2026 09:30",
            #"weather writes 'issued' otherwise: "22.11.2026 09:30""#
        ),
        (#""rain""#, #""hail""#, #"weather has a new value of 'condition': the string "hail""#),
        (#""Berlin""#, "null", "weather sends null for 'city'"),
    ])
    func `a break in the body is one cause`(
        _ old: String, _ new: String, _ headline: String
    ) async throws {
        let tool = try await Self.inferred()
        try tool.write(Self.body.replacing(old, with: new), to: "Recordings/weather/berlin/1.json")
        try await expect(headline, of: tool)
    }

    @Test(arguments: [
        (500, "2", "weather answers GET /v1/forecast with 500"),
        (200, nil, "weather no longer sends the header 'X-Total-Count'"),
    ])
    func `a break beside the body is one cause`(
        _ status: Int, _ count: String?, _ headline: String
    ) async throws {
        let tool = try await Self.inferred()
        try tool.write(Self.archive(status: status, count: count), to: "Recordings/weather/berlin.har")
        try await expect(headline, of: tool)
    }

    @Test func `a new property breaks nothing`() async throws {
        let tool = try await Self.inferred()
        try tool.write(
            Self.body.replacing(#""city""#, with: #""country": "DE", "city""#),
            to: "Recordings/weather/berlin/1.json")
        let run = await tool.run("check")
        #expect(run.code == .holds && run.out.contains("weather sends a new property, 'country'"))
    }

    private func expect(_ headline: String, of tool: CommandLineHarness) async throws {
        let run = await tool.run("check")
        let causes = run.out.split(separator: "\n").filter {
            $0.hasPrefix("breaking: ")
        }
        #expect(run.code == .broken && causes.count == 1, "\(run.out)")
        #expect(causes.first?.hasPrefix("breaking: " + headline) == true, "\(run.out)")
    }
}
