import Testing
import VerbatimJSON
import VerbatimModels

@testable import VerbatimReports

/// The same report for programs, and the contract that the models imply.
@Suite struct ModelsJSONTests {
    private let shelf = ModelCase(
        testDescription: "a shelf", schema: ModelCase.required, bodies: [ModelCase.titled, ModelCase.titled],
        model: ModelCase.binding(MaybeTitled.self), expected: "")

    @Test func `gives programs each member with its verdict, and the findings`() throws {
        let value = ModelsJSON.value(of: try shelf.report())
        #expect(
            value["summary"]?.text(.compact)
                == #"{"members":1,"agreed":0,"breaking":0,"warning":0,"info":1}"#)
        #expect(
            value["members"]?.text(.pretty) == """
                [
                  {
                    "api": "photos",
                    "model": "MaybeTitled",
                    "member": "title",
                    "property": "title",
                    "source": {
                      "file": "Photos.swift",
                      "line": 2,
                      "column": 26
                    },
                    "wanted": "String",
                    "contract": "required",
                    "demand": "optional",
                    "found": 2,
                    "asked": 2,
                    "verdict": "model-optional-contract-required",
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

    @Test func `writes the contract that the models imply`() throws {
        #expect(
            ExpectationsJSON.value(of: try shelf.report()).text(.pretty) == """
                {
                  "version": 1,
                  "apis": [
                    {
                      "api": "photos",
                      "operations": [
                        {
                          "operation": "photos.get",
                          "statuses": "200-299",
                          "members": [
                            {
                              "pattern": "/title",
                              "type": "String",
                              "required": false,
                              "model": "MaybeTitled",
                              "property": "title",
                              "source": {
                                "file": "Photos.swift",
                                "line": 2,
                                "column": 26
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
