import Testing
import VerbatimJSON
import VerbatimModels

@testable import VerbatimReports

/// The comparison with models as JSON, and the contract that the models imply.
@Suite struct ModelsJSONTests {
    private let shelf = ModelCase(
        testDescription: "a shelf", schema: ModelCase.required, bodies: [ModelCase.titled, ModelCase.titled],
        model: ModelCase.binding(MaybeTitled.self), expected: "")

    @Test func `the report has each property with its result, and the findings`() throws {
        let value = ReportJSON.value(of: Report(try shelf.report()))
        #expect(
            value["summary"]?.text(.compact)
                == #"{"properties":1,"agreed":0,"breaking":0,"warning":0,"info":1}"#)
        #expect(
            value["properties"]?.text(.pretty) == """
                [
                  {
                    "api": "photos",
                    "model": "MaybeTitled",
                    "property": "title",
                    "declaration": {
                      "name": "title",
                      "location": {
                        "file": "Photos.swift",
                        "line": 2,
                        "column": 26
                      }
                    },
                    "type": "String",
                    "inContract": "required",
                    "inModel": "optional",
                    "present": 2,
                    "objects": 2,
                    "result": "model-optional-contract-required",
                    "locations": [
                      {
                        "operation": "photos.get",
                        "statuses": "200-299",
                        "pattern": "/title"
                      }
                    ]
                  }
                ]
                """)
        #expect(value["findings"]?[0]?["rule"] == "model-optional-contract-required")
    }

    @Test func `the expectations are the contract that the models imply`() throws {
        #expect(
            ExpectationsJSON.value(of: try shelf.report()).text(.pretty) == """
                {
                  "version": 2,
                  "apis": [
                    {
                      "api": "photos",
                      "operations": [
                        {
                          "operation": "photos.get",
                          "statuses": "200-299",
                          "properties": [
                            {
                              "pattern": "/title",
                              "type": "String",
                              "required": false,
                              "model": "MaybeTitled",
                              "declaration": {
                                "name": "title",
                                "location": {
                                  "file": "Photos.swift",
                                  "line": 2,
                                  "column": 26
                                }
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
                """)
    }
}
