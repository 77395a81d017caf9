import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimReports
import VerbatimTestSupport

@testable import VerbatimDiff

/// A file in `Golden`: two sides in JSON, and the changes between them in both directions.
struct GoldenCase: CustomTestStringConvertible {
    /// The folders, by what the sides of their cases are.
    enum Folder: String, CaseIterable {
        /// Schemas, each tried as that of a body, a property, a header and a parameter.
        case values
        /// Schemas of a body that is an object or an array.
        case bodies
        /// Merge patches (RFC 7396) for a contract; null for no contract.
        case contracts

        fileprivate var url: URL { PackageFolder.url("Tests/Contract/VerbatimDiffTests/Golden/\(rawValue)") }
    }

    let folder: Folder
    let name: String
    let old: JSONValue
    let new: JSONValue
    /// The changes from the old to the new side, a line each: the severity and the first line of the text.
    let forth: [String]
    /// The changes from the new to the old side.
    let back: [String]

    var testDescription: String { "\(folder.rawValue)/\(name)" }

    /// Every case, in the order of names.
    static func all() throws -> [GoldenCase] {
        try Folder.allCases.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
                .sorted().map { try GoldenCase(folder, $0) }
        }
    }

    private init(_ folder: Folder, _ name: String) throws {
        self.folder = folder
        self.name = name
        let text = try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
        var sections: [String: [String]] = [:]
        var section = ""
        for line in text.split(separator: "\n").map(String.init) {
            if Self.headings.contains(line) {
                section = line
            } else {
                sections[section, default: []].append(line)
            }
        }
        func side(_ heading: String) throws -> JSONValue {
            try JSON(parsing: try #require(sections[heading], "\(name)").joined(separator: "\n")).value
        }
        old = try side("old:")
        new = try side("new:")
        forth = sections["old to new:", default: []]
        back = sections["new to old:", default: []]
    }

    private static let headings = ["old:", "new:", "old to new:", "new to old:"]

    /// Writes the file with the changes that there are now.
    func record() throws {
        let text = """
            old:
            \(old.text(.pretty))

            new:
            \(new.text(.pretty))

            old to new:
            \(try changes(from: old, to: new).joined(separator: "\n"))

            new to old:
            \(try changes(from: new, to: old).joined(separator: "\n"))

            """
        try Data(text.utf8).write(to: folder.url.appending(path: name))
    }

    /// Returns the changes between two sides, a line each.
    func changes(from old: JSONValue, to new: JSONValue) throws -> [String] {
        let positions = folder == .values ? SchemaPosition.allCases : [.body, .requestBody]
        return switch folder {
        case .values, .bodies:
            try changes(
                SchemaPosition.contract(old, at: positions), SchemaPosition.contract(new, at: positions))
        case .contracts: try changes(Self.patched(old), Self.patched(new))
        }
    }

    private static func patched(_ patch: JSONValue) -> JSONValue? {
        guard patch != .null else { return .none }
        return SchemaPosition.contract(["type": "object"], at: [.body]).merging(patch)
    }

    private func changes(_ old: JSONValue?, _ new: JSONValue?) throws -> [String] {
        let (old, new) = (try old.map(Self.contract), try new.map(Self.contract))
        let changes: [Finding] =
            if let old, let new {
                ContractComparison(old, new).changes()
            } else {
                new.map { [.added($0)] } ?? old.map { [.removed($0)] } ?? []
            }
        return changes.map { change in
            "\(change.severity.rawValue) \(ItemText().text(ofEntry: [change]).prefix { $0 != "\n" })"
        }
    }

    private static func contract(_ document: JSONValue) throws -> Contract {
        try Contract(parsing: Data(document.text(.pretty).utf8), file: "Contracts/things.json")
    }
}

/// The positions of a contract in which a schema is tried, each in an operation of its own.
private enum SchemaPosition: String, CaseIterable {
    case body = "things"
    case property, header, parameter, requestBody, requestProperty

    /// Returns a contract with a schema at some positions.
    static func contract(_ schema: JSONValue, at positions: [SchemaPosition]) -> JSONValue {
        let paths = positions.map { ("/\($0.rawValue)", JSONValue.object(["get": $0.operation(schema)])) }
        return [
            "openapi": "3.1.0", "info": ["title": "Things", "version": "1"],
            "servers": [["url": "https://api.test"]], "paths": .object(JSONObject(paths)),
        ]
    }

    private func operation(_ schema: JSONValue) -> JSONValue {
        let inside: JSONValue = ["properties": ["value": schema]]
        let body: JSONValue = self == .body ? schema : self == .property ? inside : ["type": "object"]
        var response: JSONValue = [
            "description": "things", "content": ["application/json": ["schema": body]],
        ]
        if self == .header { response["headers"] = ["X-Value": ["schema": schema]] }
        var operation: JSONValue = [
            "operationId": .string("\(rawValue).list"), "responses": ["200": response],
        ]
        if self == .parameter {
            operation["parameters"] = [["name": "value", "in": "query", "schema": schema]]
        }
        if self == .requestBody || self == .requestProperty {
            let sent = self == .requestBody ? schema : inside
            operation["requestBody"] = ["content": ["application/json": ["schema": sent]]]
        }
        return operation
    }
}

extension JSONValue {
    /// Returns the value with a merge patch applied: https://www.rfc-editor.org/rfc/rfc7396
    func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let members) = patch else { return patch }
        var merged = object ?? [:]
        for member in members.members {
            guard member.value != .null else {
                merged.remove(member.name)
                continue
            }
            merged[member.name] = (merged[member.name] ?? .null).merging(member.value)
        }
        return .object(merged)
    }
}
