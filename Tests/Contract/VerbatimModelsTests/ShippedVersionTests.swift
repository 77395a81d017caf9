import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimModels

/// What shipped versions of the app expect, without their models.
@Suite struct ShippedVersionTests {
    @Test(arguments: [
        ("3.9", "3.10"), ("3", "3.0.1"), ("3.2-beta", "3.2"), ("3.2-alpha", "3.2-beta"), ("9", "10.0"),
    ])
    func `versions are in the order of their numbers`(old: String, new: String) {
        #expect(VersionNumber(old) < VersionNumber(new))
        #expect(!(VersionNumber(new) < VersionNumber(old)))
    }

    private static func file(_ properties: String) -> String {
        """
        {"version": 2, "apis": [{"api": "shop", "operations": [
          {"operation": "items.list", "statuses": "200-299", "properties": [
            \(properties)]}]}]}
        """
    }

    /// Returns the versions of files in a folder of contracts.
    private static func versions(_ files: [(name: String, text: String)]) throws -> ShippedVersions {
        try withTemporaryFolder { folder in
            let versions = folder.appending(path: "Versions")
            try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
            for (name, text) in files {
                try Data(text.utf8).write(to: versions.appending(path: name + ".json"))
            }
            return try ShippedVersions(besideContractsIn: folder)
        }
    }

    private static let item = """
        {"pattern": "/*/name", "required": true, "model": "Item", "accepts": ["string"]},
        {"pattern": "/*/price", "required": false, "model": "Item", "accepts": ["integer", "null"]},
        {"pattern": "/*/size", "required": false, "model": "Item", "accepts": ["string"], "words": ["S", "L"]},
        {"pattern": "/*/day", "required": false, "model": "Item", "accepts": ["string"], "dates": ["0000-00-00"]},
        {"pattern": "/*/note", "required": true, "model": "Item"}
        """

    @Test(
        arguments: [
            ("/0/name", .absent, true), ("/*/name", .absent, true), ("/0/price", .absent, false),
            ("/0/name", .value(.scalar(.null)), true), ("/0/price", .value(.scalar(.null)), false),
            ("/0/price", .value(.scalar(7)), false), ("/0/price", .value(.scalar(7.5)), true),
            ("/0/price", .value(.scalar("7")), true), ("/0/size", .value(.scalar("L")), false),
            ("/0/size", .value(.scalar("XL")), true), ("/0/day", .value(.scalar("2027-01-31")), false),
            ("/0/day", .value(.scalar("31.01.2027")), true), ("/0/name", .value(.object([])), true),
            ("/0/note", .value(.scalar(.null)), true), ("/0/note", .value(.scalar(7)), false),
            ("/0/other", .absent, false), ("/name", .absent, false),
        ] as [(String, Finding.Occurrence, Bool)])
    func `a version breaks at what it does not decode`(
        pointer: String, occurrence: Finding.Occurrence, isBroken: Bool
    ) throws {
        let versions = try Self.versions([("3.2", Self.file(Self.item))])
        var finding = Finding(
            .responsePropertyType,
            about: .init(
                api: "shop", operation: "items.list", status: 200, pointer: try JSONPointer(parsing: pointer)),
            .found("it"), next: "")
        finding.tried = occurrence
        #expect(versions.judged([finding])[0].versions?.broken == (isBroken ? ["3.2"] : []))
        finding.subject.status = 404
        #expect(versions.judged([finding])[0].versions?.broken == [])
        finding.subject.pointer = nil
        #expect(versions.judged([finding])[0].versions == nil)
    }

    @Test func `what breaks a shipped version is worth a warning, unless a team has decided otherwise`()
        throws
    {
        let versions = try Self.versions([("3.2", Self.file(Self.item))])
        var finding = Finding(
            .responsePropertyMissing, severity: .info,
            about: .init(api: "shop", operation: "items.list", pointer: "/0/name"), .found("missing"),
            next: "")
        finding.isAllowed = true
        #expect(versions.judged([finding]).map { "\($0.severity) \($0.isAllowed)" } == ["warning false"])
        finding.subject.pointer = "/0/price"
        #expect(versions.judged([finding]).map { "\($0.severity) \($0.isAllowed)" } == ["info true"])
    }

    @Test func `the versions that a cause breaks are ranges`() throws {
        let all = (1...12).map { ("3.\($0)", Self.file($0 > 9 ? "" : Self.item)) }
        let versions = try Self.versions(all)
        var finding = Finding(
            .responsePropertyMissing,
            about: .init(api: "shop", operation: "items.list", pointer: "/0/name"), .found("missing"),
            next: "")
        #expect(
            CauseFinder.causes(of: versions.judged([finding])).map { $0.versions?.description } == [
                "breaks 3.1 to 3.9, not 3.10 to 3.12"
            ])
        finding.subject.pointer = "/0/price"
        #expect(
            versions.judged([finding])[0].versions?.description
                == "breaks no shipped version (3.1 to 3.12)")
        #expect(
            VersionEffect(versions: ["1", "2", "3", "4", "5"], broken: ["1", "2", "4"]).description
                == "breaks 1, 2 and 4, not 3 and 5")
        #expect(VersionEffect(versions: ["1"], broken: ["1"]).description == "breaks 1")
    }

    @Test func `a property at another place of a change counts`() throws {
        let versions = try Self.versions([("3.2", Self.file(Self.item))])
        var finding = Finding(
            .responsePropertyMissing,
            about: .init(api: "shop", operation: "items.get", pointer: "/name"), .found("missing"), next: "")
        finding.others = [
            .init(.init(api: "shop", operation: "items.list", pointer: "/*/name"), .breaking)
        ]
        #expect(versions.judged([finding])[0].versions?.broken == ["3.2"])
    }

    @Test(arguments: [
        ("{", "3.2.json:1:2: invalid JSON"),
        (#"{"version": 1, "apis": []}"#, "3.2.json:1:13: 'version' must be 2"),
        (#"{"version": 2}"#, "3.2.json:1:1: 'apis' must be an array"),
        (
            file(#"{"pattern": "name", "required": true}"#),
            "3.2.json:3:17: invalid JSON Pointer 'name': it begins with '/'"
        ),
        (file(#"{"pattern": "/name"}"#), "3.2.json:3:5: 'required' must be true or false"),
        (
            file(#"{"pattern": "/name", "required": true, "accepts": ["text"]}"#),
            #"3.2.json:3:56: unknown type "text": use string, integer, number, boolean, null, array or object"#
        ),
        (
            file("").replacing("200-299", with: "2XX"),
            "3.2.json:2:43: invalid statuses '2XX': write them like 200-299"
        ),
    ])
    func `a problem of a file has its location`(text: String, problem: String) throws {
        let error = try #require(throws: ContractError.self) { try Self.versions([("3.2", text)]) }
        #expect("\(error)".contains(problem), "\(error)")
    }

    @Test func `without a folder there are no versions`() throws {
        try withTemporaryFolder { folder in
            let finding = Finding(
                .responsePropertyMissing, about: .init(api: "shop", operation: "a", pointer: "/name"),
                .found("missing"), next: "")
            let versions = try ShippedVersions(besideContractsIn: folder)
            #expect(versions.judged([finding]) == [finding])
        }
    }
}
