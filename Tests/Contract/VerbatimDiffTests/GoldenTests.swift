import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimReports
import VerbatimTestSupport

@testable import VerbatimDiff

/// Pairs of schemas and contracts with everything that is said of them, there and back, in `Tests/golden/*.json`.
///
/// `VERBATIM_GOLDEN=record` writes what is said now into the files, for a person to read before it is committed.
struct GoldenTests {
    @Test(arguments: GoldenFile.allCases) func `says what the golden file says`(file: GoldenFile) throws {
        if ProcessInfo.processInfo.environment["VERBATIM_GOLDEN"] == "record" { try file.record() }
        let cases = try file.cases()
        try #require(!cases.isEmpty)
        for golden in cases {
            #expect(
                try file.said(of: golden.old, golden.new) == golden.forth, "\(golden.old) to \(golden.new)")
            #expect(
                try file.said(of: golden.new, golden.old) == golden.back, "\(golden.new) to \(golden.old)")
        }
    }

    @Test func `every rule has a golden pair`() throws {
        let said = try GoldenFile.allCases.flatMap { try $0.cases() }.flatMap { $0.forth + $0.back }
        let ids = Set(
            said.compactMap { $0.split(separator: " ").dropFirst().first.map { String($0.dropLast()) } })
        let missing = ChangeRule.all.map(\.id).filter { !ids.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test func `what a mirror rule says is said of the pair turned around`() throws {
        for golden in try GoldenFile.allCases.flatMap({ try $0.cases() })
        where golden.forth.count == 1 && golden.back.count == 1 {
            let (forth, back) = (try rule(golden.forth[0]), try rule(golden.back[0]))
            switch forth.mirror {
            case .rule(let id):
                guard case .rule(let other) = back.mirror else { continue }
                #expect(id == back.id || other == forth.id, "\(forth.id) and \(back.id)")
            case .waived: continue
            }
        }
    }

    private func rule(_ line: String) throws -> ChangeRule {
        let id = try #require(line.split(separator: " ").dropFirst().first).dropLast()
        return try #require(ChangeRule.named(String(id)), "\(line)")
    }
}

/// A file of golden pairs, by what its pairs are.
enum GoldenFile: String, CaseIterable {
    /// Schemas of a value, tried as a body, a property, a header and a parameter.
    case keywords
    /// Schemas of a body that is an object or an array.
    case members
    /// What is merged into a contract (RFC 7396); null for no contract at all.
    case contracts

    struct Case {
        let old: JSONValue
        let new: JSONValue
        let forth: [String]
        let back: [String]
    }

    private var url: URL {
        PackageFolder.url("Tests/golden/\(rawValue).json")
    }

    func cases() throws -> [Case] {
        try JSON(parsing: Data(contentsOf: url)).elements.map { golden in
            Case(
                old: golden["old"].value, new: golden["new"].value,
                forth: golden["forth"].elements.compactMap(\.string),
                back: golden["back"].elements.compactMap(\.string))
        }
    }

    func record() throws {
        let recorded = try cases().map { golden -> JSONValue in
            [
                "old": golden.old, "new": golden.new,
                "forth": .array(try said(of: golden.old, golden.new).map(JSONValue.string)),
                "back": .array(try said(of: golden.new, golden.old).map(JSONValue.string)),
            ]
        }
        try Data((JSONValue.array(recorded).text(.pretty) + "\n").utf8).write(to: url)
    }

    /// Everything that is said of a pair: the severity and the first line of each change.
    func said(of old: JSONValue, _ new: JSONValue) throws -> [String] {
        switch self {
        case .keywords:
            try SchemaLocation.allCases.flatMap { location in
                try changes(location.contract(old), location.contract(new))
            }
        case .members: try changes(SchemaLocation.body.contract(old), SchemaLocation.body.contract(new))
        case .contracts: try changes(contract(old), contract(new))
        }
    }

    private func contract(_ patch: JSONValue) -> JSONValue? {
        guard patch != .null else { return .none }
        return SchemaLocation.body.contract(["type": "object"]).merging(patch)
    }

    private func changes(_ old: JSONValue?, _ new: JSONValue?) throws -> [String] {
        let (old, new) = (try old.map(Self.read), try new.map(Self.read))
        let changes =
            if let old, let new {
                ContractComparison(old, new).changes()
            } else {
                new.map { [ContractComparison.change(added: $0)] } ?? old.map {
                    [ContractComparison.change(removed: $0)]
                } ?? []
            }
        return changes.map { change in
            let text = ChangeText().text(of: change)
            return "\(change.severity.rawValue) \(text.prefix { $0 != "\n" })"
        }
    }

    private static func read(_ document: JSONValue) throws -> Contract {
        try Contract(parsing: Data(document.text(.pretty).utf8), file: "Contracts/things.json")
    }
}

/// Where in a contract a schema is tried.
private enum SchemaLocation: CaseIterable {
    case body, property, header, parameter

    func contract(_ schema: JSONValue) -> JSONValue {
        let object: JSONValue = ["type": "object"]
        var response: JSONValue = [
            "description": "things",
            "content": ["application/json": ["schema": self == .body ? schema : object]],
        ]
        if self == .property {
            response = response.merging([
                "content": ["application/json": ["schema": ["properties": ["value": schema]]]]
            ])
        }
        if self == .header { response["headers"] = ["X-Value": ["schema": schema]] }
        var operation: JSONValue = ["operationId": "things.list", "responses": ["200": response]]
        if self == .parameter {
            operation["parameters"] = [["name": "value", "in": "query", "schema": schema]]
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Things", "version": "1"],
            "servers": [["url": "https://api.test"]], "paths": ["/things": ["get": operation]],
        ]
    }
}

extension JSONValue {
    /// The value with a merge patch applied: https://www.rfc-editor.org/rfc/rfc7396
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
