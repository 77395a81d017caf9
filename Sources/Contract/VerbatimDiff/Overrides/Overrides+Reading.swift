public import Foundation
public import VerbatimContract
import VerbatimJSON
import VerbatimModels

extension Overrides {
    /// Reads the overrides in a file; where there is no file, there are none.
    ///
    /// - Throws: ``ContractError`` with everything that is wrong, each with line and column.
    public init(contentsOf file: URL, today: String) throws(ContractError) {
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            self.init(today: today)
            return
        }
        let path = file.relativePath
        let document: JSON
        do {
            document = try JSON(parsing: Data(contentsOf: file))
        } catch let error as JSONError {
            let location = SourceLocation(
                file: path, line: error.position.line, column: error.position.column)
            throw ContractError(at: location, "this is not JSON: \(error.reason)", next: Self.correct)
        } catch {
            throw ContractError(
                at: SourceLocation(file: path), "the file cannot be read: \(error.localizedDescription)",
                next: "restore it with `git checkout -- \(path)`")
        }
        var reader = OverrideReader(document: document, file: path)
        self.init(try reader.read(), today: today)
    }

    static let correct = "correct it and run the command again"
}

/// Reads overrides and notes everything that is wrong with them.
private struct OverrideReader {
    let document: JSON
    let file: String
    private var problems: [ContractError.Problem] = []

    init(document: JSON, file: String) {
        self.document = document
        self.file = file
    }

    mutating func read() throws(ContractError) -> [Override] {
        for member in document.members where member.name != "overrides" {
            note(member.value, "'\(member.name)' is not a member of the overrides")
        }
        if document["overrides"].kind != .array { note(document, "'overrides' must be an array") }
        let overrides = document["overrides"].elements.compactMap { override($0) }
        guard problems.isEmpty else { throw ContractError(problems) }
        return overrides
    }

    private mutating func override(_ node: JSON) -> Override? {
        let known: Set = ["rule", "api", "operation", "pointer", "severity", "reason", "expires"]
        for member in node.members where !known.contains(member.name) {
            note(member.value, "'\(member.name)' is not a member of an override")
        }
        let (rule, severity) = (text("rule", of: node), severity(of: node))
        let (reason, expires) = (text("reason", of: node), day(of: node))
        if let rule, !Overrides.isRule(rule) {
            note(node["rule"], "there is no rule '\(rule)'; `verbatim rules` lists them")
        }
        if let pointer = node["pointer"].string, (try? JSONPointer(parsing: pointer)) == nil {
            note(node["pointer"], "'\(pointer)' is not a JSON Pointer: it begins with '/'")
        }
        guard let rule, let severity, let reason, let expires else { return nil }
        let position = node.position
        return Override(
            rule: rule, api: node["api"].string, operation: node["operation"].string,
            pointer: node["pointer"].string,
            severity: severity, reason: reason, expires: expires,
            location: SourceLocation(file: file, line: position.line, column: position.column))
    }

    private mutating func text(_ name: String, of node: JSON) -> String? {
        if let text = node[name].string, !text.isEmpty { return text }
        note(node[name].exists ? node[name] : node, "an override needs a '\(name)', a text")
        return nil
    }

    private mutating func severity(of node: JSON) -> Severity? {
        guard let text = text("severity", of: node) else { return nil }
        if let severity = Severity(rawValue: text) { return severity }
        let known = Severity.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        note(node["severity"], "'\(text)' is no severity: it is one of \(known)")
        return nil
    }

    /// The last day, which must be a day: what never ends is no override but a rule of its own.
    private mutating func day(of node: JSON) -> String? {
        guard let text = text("expires", of: node) else { return nil }
        if TextTest(formats: ["date"]).accepts(text) { return text }
        note(node["expires"], "'\(text)' is no day: it is written as 2027-03-31")
        return nil
    }

    private mutating func note(_ node: JSON, _ what: String) {
        let position = node.position
        let location = SourceLocation(file: file, line: position.line, column: position.column)
        problems.append(ContractError.Problem(location: location, message: what, next: Overrides.correct))
    }
}

extension Overrides {
    /// Whether an id is that of a rule of a check, of a comparison, or about models.
    static func isRule(_ id: String) -> Bool {
        (Rule.all + Rule.ofDecoding + Rule.ofModels).contains { $0.id == id } || ChangeRule.named(id) != nil
    }
}
