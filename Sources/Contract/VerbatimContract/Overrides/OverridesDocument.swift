package import Foundation
import VerbatimJSON

/// The file of overrides, which commands edit: what people wrote in it stays, in its order.
package struct OverridesDocument {
    /// The path of the file, as it was given.
    package let path: String
    /// The overrides, in the order of the file.
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
        let document = try Self.document(file)
        var reader = OverrideReader(file: path, isRule: isRule)
        overrides = try reader.read(document)
        value = document.value
    }

    private static func document(_ file: URL) throws(ContractError) -> JSON {
        do {
            return try JSON(contentsOf: file)
        } catch {
            let path = file.relativePath
            if case .unreadable(let reason) = error.reason {
                throw ContractError(unreadable: path, reason)
            }
            let location = SourceLocation(
                file: path, line: error.position.line, column: error.position.column)
            throw ContractError(at: location, "invalid JSON: \(error.reason)", next: Self.correction)
        }
    }

    static let correction = "correct it and run the command again"

    /// The text of the file.
    package var text: String { value.text(.pretty) + "\n" }

    /// The day on which the baseline was written first, or nil if there is none.
    package var baselineDay: String? {
        get { value["baseline"]?.string }
        set { value["baseline"] = newValue.map(JSONValue.string) }
    }

    /// Appends overrides.
    package mutating func append(_ new: [Override]) {
        overrides += new
        value.append(new.map(\.json), at: JSONPointer([Self.list]))
    }

    /// Removes overrides.
    package mutating func remove(where isRemoved: (Override) -> Bool) {
        let kept = overrides.map { !isRemoved($0) }
        func keeping<Element>(_ elements: [Element]) -> [Element] {
            zip(elements, kept).filter { $0.1 }.map { $0.0 }
        }
        overrides = keeping(overrides)
        value[Self.list] = .array(keeping(value[Self.list]?.array ?? []))
    }

    private static let list = "overrides"

    /// The names of the members of an override.
    static let memberNames: Set = [
        "rule", "api", "operation", "exchange", "model", "subject", "pointer", "severity", "reason",
        "expires", "baseline",
    ]
}

extension Override {
    /// The override as it is written.
    fileprivate var json: JSONValue {
        let subject = target.subject
        let members: [(String, JSONValue?)] = [
            ("rule", .string(rule)), ("api", subject.api.map(JSONValue.string)),
            ("operation", subject.operation.map(JSONValue.string)),
            ("exchange", subject.exchange.map(JSONValue.string)), ("model", subject.model.map(JSONValue.string)),
            ("subject", subject.part.map(JSONValue.string)),
            ("pointer", subject.pointer.map { .string($0.description) }),
            ("severity", .string(severity.rawValue)), ("reason", .string(reason)),
            ("expires", .string(expires)), ("baseline", isBaseline ? true : nil),
        ]
        return .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
    }
}
