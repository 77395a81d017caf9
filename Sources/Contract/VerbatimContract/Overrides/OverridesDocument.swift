public import Foundation
import VerbatimFormats
package import VerbatimJSON

/// The file of overrides, which commands edit: what people wrote in it stays, in its order.
package struct OverridesDocument {
    /// The path of the file, as it was given.
    package let path: String
    package private(set) var overrides: [Override]
    private var value: JSONValue

    /// Reads a file; one that does not exist has no overrides.
    ///
    /// - Parameter isRule: Returns whether there is a rule with an id.
    /// - Throws: ``ContractError`` with every problem of the file, each with line and column.
    package init(contentsOf file: URL, isRule: @escaping (String) -> Bool) throws(ContractError) {
        path = file.relativePath
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            value = ["overrides": []]
            overrides = []
            return
        }
        let document = try JSON(readingInput: file)
        var reader = OverrideReader(file: path, isRule: isRule)
        overrides = try reader.read(document)
        value = document.value
    }

    package var text: String { value.text(.pretty) + "\n" }

    /// The day on which the baseline was written first, or nil if there is none.
    package var baselineDay: String? {
        get { value["baseline"]?.string }
        set { value["baseline"] = newValue.map(JSONValue.string) }
    }

    package mutating func append(_ new: [Override]) {
        overrides += new
        value.append(new.map(\.json), at: JSONPointer([Self.list]))
    }

    package mutating func remove(where isRemoved: (Override) -> Bool) {
        let kept = overrides.map { !isRemoved($0) }
        func keeping<Element>(_ elements: [Element]) -> [Element] {
            zip(elements, kept).filter { $0.1 }.map { $0.0 }
        }
        overrides = keeping(overrides)
        value[Self.list] = .array(keeping(value[Self.list]?.array ?? []))
    }

    private static let list = "overrides"

    static let memberNames: Set = [
        "rule", "api", "operation", "exchange", "model", "subject", "pointer", "severity", "reason",
        "expires", "baseline",
    ]
}

extension JSON {
    /// Reads a file that people or commands keep beside the contracts.
    ///
    /// - Throws: ``ContractError`` with its location if it cannot be read, or is not JSON.
    package init(readingInput file: URL) throws(ContractError) {
        do {
            try self.init(contentsOf: file)
        } catch {
            let path = file.relativePath
            if case .unreadable(let reason) = error.reason { throw ContractError(unreadable: path, reason) }
            let location = SourceLocation(
                file: path, line: error.position.line, column: error.position.column)
            throw ContractError(at: location, "invalid JSON: \(error.reason)", next: ContractError.correction)
        }
    }
}

extension Override {
    fileprivate var json: JSONValue {
        let subject = target.subject
        return JSONValue(members: [
            ("rule", .string(rule)), ("api", subject.api.map(JSONValue.string)),
            ("operation", subject.operation.map(JSONValue.string)),
            ("exchange", subject.exchange.map(JSONValue.string)),
            ("model", subject.model.map(JSONValue.string)), ("subject", subject.part.map(JSONValue.string)),
            ("pointer", subject.pointer.map { .string($0.description) }),
            ("severity", .string(severity.rawValue)), ("reason", .string(reason)),
            ("expires", .string(expires)), ("baseline", isBaseline ? true : nil),
        ])
    }
}

extension Overrides {
    /// Reads the overrides of a file; a file that does not exist has none.
    ///
    /// - Parameters:
    ///   - today: The current day: `2026-11-21`.
    ///   - isRule: Returns whether there is a rule with an id.
    /// - Throws: ``ContractError`` with every problem of the file, each with line and column.
    public init(
        contentsOf file: URL, today: String, isRule: @escaping (String) -> Bool
    ) throws(ContractError) {
        self.init(try OverridesDocument(contentsOf: file, isRule: isRule).overrides, today: today)
    }
}

/// Reads overrides and collects every problem in them.
struct OverrideReader {
    let file: String
    let isRule: (String) -> Bool
    private var problems: [ContractError.Problem] = []

    init(file: String, isRule: @escaping (String) -> Bool) {
        self.file = file
        self.isRule = isRule
    }

    mutating func read(_ document: JSON) throws(ContractError) -> [Override] {
        for member in document.members where !["overrides", "baseline"].contains(member.name) {
            report(member.value, "unexpected member '\(member.name)'")
        }
        if document["overrides"].kind != .array { report(document, "'overrides' must be an array") }
        if document["baseline"].exists { _ = day("baseline", of: document) }
        let overrides = document["overrides"].elements.compactMap { override($0) }
        guard problems.isEmpty else { throw ContractError(problems) }
        return overrides
    }

    private mutating func override(_ node: JSON) -> Override? {
        for member in node.members where !OverridesDocument.memberNames.contains(member.name) {
            report(member.value, "unexpected member '\(member.name)' of an override")
        }
        let (rule, severity) = (text("rule", of: node), severity(of: node))
        let (reason, expires) = (text("reason", of: node), day("expires", of: node))
        if let rule, !isRule(rule) {
            report(node["rule"], "unknown rule '\(rule)'; \(ToolCommand("rules")) lists all")
        }
        let pointer = node["pointer"].string.flatMap { try? JSONPointer(parsing: $0) }
        if let text = node["pointer"].string, pointer == nil {
            report(node["pointer"], "invalid JSON Pointer '\(text)': it begins with '/'")
        }
        if node["baseline"].exists, node["baseline"].bool == nil {
            report(node["baseline"], "'baseline' must be true or false")
        }
        guard let rule, let severity, let reason, let expires else { return nil }
        let subject = Finding.Subject(
            api: node["api"].string, operation: node["operation"].string, exchange: node["exchange"].string,
            model: node["model"].string, part: node["subject"].string, pointer: pointer)
        return Override(
            of: Finding.Key(rule: rule, subject), severity: severity, reason: reason, expires: expires,
            isBaseline: node["baseline"].bool == true, location: location(of: node))
    }

    private mutating func text(_ name: String, of node: JSON) -> String? {
        if let text = node[name].string, !text.isEmpty { return text }
        report(node[name].exists ? node[name] : node, "an override needs a '\(name)', a string")
        return nil
    }

    private mutating func severity(of node: JSON) -> Severity? {
        guard let text = text("severity", of: node) else { return nil }
        if let severity = Severity(rawValue: text) { return severity }
        let known = Severity.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        report(node["severity"], "unknown severity '\(text)': use one of \(known)")
        return nil
    }

    /// Returns a day. The last one of an override is required: a decision without an end belongs in the rule.
    private mutating func day(_ name: String, of node: JSON) -> String? {
        guard let text = text(name, of: node) else { return nil }
        if Format.date.accepts(text) { return text }
        report(node[name], "invalid date '\(text)': write it like 2027-03-31")
        return nil
    }

    private mutating func report(_ node: JSON, _ message: String) {
        problems.append(
            ContractError.Problem(
                location: location(of: node), message: message, next: ContractError.correction))
    }

    private func location(of node: JSON) -> SourceLocation { SourceLocation(node, in: file) }
}
