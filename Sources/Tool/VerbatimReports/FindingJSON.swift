import VerbatimContract
import VerbatimJSON

/// Findings as JSON, as `CheckJSON` documents them and all reports contain them.
enum FindingJSON {
    /// Returns findings as an array.
    static func value(of findings: [Finding]) -> JSONValue { .array(findings.map(value)) }

    private static func value(of finding: Finding) -> JSONValue {
        JSONValue(members: [
            ("rule", .string(finding.rule.id)),
            ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)),
            ("api", finding.api.map(JSONValue.string)),
            ("operation", finding.operation.map(JSONValue.string)),
            ("exchange", finding.exchange.map(JSONValue.string)),
            ("model", finding.model.map(JSONValue.string)),
            ("subject", finding.subject.map(JSONValue.string)),
            ("pointer", finding.pointer.map(JSONValue.string)),
            ("contractPointer", finding.contractPointer.map(JSONValue.string)),
            ("expected", .string(finding.expected)),
            ("found", .string(finding.found)),
            ("location", finding.location.map(JSONValue.init)),
            ("contractLocation", finding.contractLocation.map(JSONValue.init)),
            ("next", .string(finding.next)),
            ("count", finding.count > 1 ? .some(JSONValue(count: finding.count)) : .none),
        ])
    }
}
