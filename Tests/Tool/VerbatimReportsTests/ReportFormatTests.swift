import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimReports

/// The formats of one report, with literal output.
@Suite struct ReportFormatTests {
    private func check(_ format: ReportFormat) throws -> String {
        try ReportFixture.check().text(as: format, ReportFixture.options)
    }

    @Test func `Markdown has a sentence, a row for each cause, and hidden details`() throws {
        #expect(
            try check(.markdown) == """
                <!-- verbatim:check -->
                ### ❌ shop: 1 breaking change

                | | what changed | where | the app | seen |
                |---|---|---|---|---|
                | ❌ | shop sends elements of a list as a string, not as an integer | <code>GET /items</code> → 200 |  | 2 places in 1 recording |

                <details><summary>❌ <b>shop sends elements of a list as a string, not as an integer</b></summary>

                ```diff
                @@ Recordings/shop/list/1.json:3:3 @@
                - expected integer
                + found the string "é🙂"
                ```

                <p><b>Fix</b> accept it with <code>verbatim review shop</code></p>
                <p><b>Contract</b> <code>Contracts/shop.json:6:67</code></p>
                <details><summary>2 findings</summary>
                <ul>
                <li><code>response-property-type</code>: <code>/1</code>: expected integer, found the string &quot;é🙂&quot; at <code>Recordings/shop/list/1.json:3:3</code>, and 1 more</li>
                </ul>
                </details>
                </details>

                <details><summary>ℹ️ 1 note</summary>
                <ul>
                <li><code>https://ads.test</code>: not a server of any contract, 1 finding: if the app relies on it, write a contract with its URL in <code>servers</code> and run <code>verbatim check</code></li>
                </ul>
                </details>

                <details><summary>Operations</summary>
                <table>
                <tr><th>operation</th><th align="right">interactions</th><th>statuses</th><th align="right">breaking</th><th align="right">warning</th><th align="right">info</th></tr>
                <tr><td><code>shop list</code></td><td align="right">1</td><td><code>200:1</code></td><td align="right">2</td><td align="right">0</td><td align="right">0</td></tr>
                </table>
                </details>

                <sub>2 interactions, 1 without a contract · 1 of 1 operations, 1 of 1 statuses · 3 findings of 2 causes</sub>

                """)
    }

    @Test func `JUnit has a case for each operation, status and kind of check`() throws {
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="verbatim check" tests="8" failures="1" errors="0" time="0.000">
              <testsuite name="shop" tests="7" failures="1" errors="0" skipped="0" time="0.000">
                <testcase classname="shop.list" name="200 request" file="Contracts/shop.json" time="0.000"/>
                <testcase classname="shop.list" name="200 status" file="Contracts/shop.json" time="0.000"/>
                <testcase classname="shop.list" name="200 headers" file="Contracts/shop.json" time="0.000"/>
                <testcase classname="shop.list" name="200 body" file="Recordings/shop/list/1.json" time="0.000">
                  <failure message="shop sends elements of a list as a string, not as an integer" type="response-property-type">response-property-type: '/1': expected integer, found the string "é🙂"
              at Recordings/shop/list/1.json:3:3 (GET /items -&gt; 200), Contracts/shop.json:6:67
              and 1 more like it
              next: if the API changed for good, accept it with `verbatim review shop`
            </failure>
                </testcase>
                <testcase classname="shop" name="contract" time="0.000"/>
                <testcase classname="shop" name="recordings" time="0.000"/>
                <testcase classname="shop" name="overrides" time="0.000"/>
              </testsuite>
              <testsuite name="verbatim check" tests="1" failures="0" errors="0" skipped="0" time="0.000">
                <testcase classname="verbatim check" name="contract" time="0.000">
                  <system-out>api-undocumented: 'https://ads.test': not a server of any contract
              at GET /pixel -&gt; no response
              next: if the app relies on it, write a contract with its URL in 'servers' and run `verbatim check`
            </system-out>
                </testcase>
              </testsuite>
            </testsuites>

            """
        #expect(try check(.junit) == expected)
    }

    @Test func `SARIF has the value first, columns in UTF-16 units, and the contract as a link`() throws {
        let run = try SARIFReport(version: "1.0", files: ReportFixture.files)
            .value(of: ReportFixture.check())["runs"]?[0]
        #expect(run?["automationDetails"] == ["id": "verbatim/check/"])
        #expect(
            run?["results"]?[0]?.text(.pretty) == """
                {
                  "ruleId": "response-property-type",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "shop sends elements of a list as a string, not as an integer (2 places in 1 recording: GET /items -> 200; 2 findings of response-property-type). Fix: accept it with `verbatim review shop`. See [the contract](1)."
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Recordings/shop/list/1.json"
                        },
                        "region": {
                          "startLine": 3,
                          "startColumn": 3,
                          "endLine": 3,
                          "endColumn": 8
                        }
                      }
                    }
                  ],
                  "relatedLocations": [
                    {
                      "id": 1,
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Contracts/shop.json"
                        },
                        "region": {
                          "startLine": 6,
                          "startColumn": 67,
                          "endLine": 6,
                          "endColumn": 76
                        }
                      },
                      "message": {
                        "text": "the contract"
                      }
                    }
                  ],
                  "occurrenceCount": 2,
                  "partialFingerprints": {
                    "verbatimFingerprint/v1": "b854fe2e0d78c9a8:1"
                  }
                }
                """)
        #expect(run?["tool"]?["driver"]?["rules"]?[0]?["id"] == "response-property-type")
        #expect(run?["invocations"]?[0]?["executionSuccessful"] == true)
    }

    /// FNV-1a of rule, API, operation, no model and the pattern `/*`.

    @Test func `GitHub's commands follow the text, which cannot contain any`() throws {
        #expect(
            try check(.github) == """
                ::stop-commands::TOKEN
                breaking: shop sends elements of a list as a string, not as an integer
                  --> Recordings/shop/list/1.json:3:3
                   3 |   "é🙂", "x"
                     |   ^^^^ expected integer
                  = 2 places in 1 recording: GET /items -> 200
                  = 2 findings of response-property-type
                  = fix: accept it with `verbatim review shop`

                note: 'https://ads.test': not a server of any contract

                ✗ shop  1 interaction  1 of 1 operations  1 breaking

                ✗ 1 breaking · 2 interactions, 1 without a contract, 1 of 1 operations, 1 of 1 statuses
                  decide with `verbatim review shop`, `--verbose` lists all 3 findings
                ::TOKEN::
                ::error file=Recordings/shop/list/1.json,line=3,endLine=3,col=3,endColumn=8,title=verbatim retyped::shop sends elements of a list as a string, not as an integer%0A2 places in 1 recording: GET /items -> 200%0Afix: accept it with `verbatim review shop`
                ::notice title=verbatim other::'https://ads.test': not a server of any contract%0A1 place: GET /pixel -> no response%0Afix: if the app relies on it, write a contract with its URL in 'servers' and run `verbatim check`

                """)
    }

    @Test(
        arguments: [
            (.text, "the check could not run:\ncould-not-run: invalid JSON: expected ','\n"),
            (
                .markdown,
                "### ❔ The check could not run\n\nNothing was compared, so nothing is known to hold.\n"
            ),
            (.json, "\"error\": {\n    \"message\": \"the check could not run\","),
            (.junit, "<error message=\"invalid JSON: expected ','\" type=\"could-not-run\">"),
            (.sarif, "\"executionSuccessful\": false"),
            (
                .github,
                "error file=Contracts/shop.json,line=2,endLine=2,col=3,endColumn=12,title=could-not-run::"
            ),
        ] as [(ReportFormat, String)])
    func `a command that could not run has words of its own`(format: ReportFormat, words: String) {
        let text = ReportFixture.failure.text(as: format, ReportFixture.options)
        #expect(text.contains(words), "\(text)")
        #expect(!text.contains("✅") && !text.contains("passed") && !text.contains("0 breaking"))
    }
}
