import Foundation
import VerbatimContract
import VerbatimHAR

/// Contracts: any document is a contract or has an error, and interactions can be checked against any
/// contract.
enum ContractFuzzTarget: FuzzTarget {
    static let name = "contract"

    static func run(_ bytes: [UInt8]) {
        do {
            let contract = try Contract(parsing: Data(bytes), file: "fuzz.json")
            let contracts = ContractSet([contract])
            for interaction in interactions {
                for finding in contracts.check(interaction) {
                    precondition(Rule.all.contains(finding.rule), "a finding has an unknown rule")
                    precondition(!finding.found.isEmpty && !finding.next.isEmpty, "a finding has no text")
                }
            }
        } catch {
            precondition(!error.problems.isEmpty && !error.description.isEmpty, "an error has no problems")
        }
    }

    /// Interactions with the API that the seeds describe.
    private static let interactions = [
        interaction(
            "GET", "/items/7?kind=a", "application/json", #"{"id": 7, "tags": ["a", "b"], "more": null}"#),
        interaction("GET", "/items/8", "text/xml", #"<item id="8"><tag>a</tag><tag>b</tag></item>"#),
        interaction("POST", "/items", "application/json", "[]", body: #"{"name": "n", "price": 1.5}"#),
    ]

    private static func interaction(
        _ method: String, _ path: String, _ type: String, _ response: String, body: String? = nil
    ) -> Interaction {
        Interaction(
            HTTPRequest(
                method, "https://api.shop.test/v1" + path, headers: ["Content-Type": "application/json"],
                body: body.map { Data($0.utf8) }),
            .response(HTTPResponse(200, headers: ["Content-Type": type], body: .text(response))))
    }
}
