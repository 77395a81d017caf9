import Testing
import VerbatimContract

@testable import VerbatimModels

/// The edits of declarations that mend a cause.
@Suite struct SourcePatcherTests {
    /// A source, a change of the property `Song.name`, and the source afterwards or why it stays as it is.
    struct Edit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: SourceChange.Kind
        var key = "name"
        let old: String
        var new: String?
        var refusal: String?

        init(
            _ description: String, _ kind: SourceChange.Kind, key: String = "name", _ old: String,
            new: String? = nil, refusal: String? = nil
        ) {
            (testDescription, self.kind, self.key) = (description, kind, key)
            (self.old, self.new, self.refusal) = (old, new, refusal)
        }
    }

    private func patch(_ source: String, _ kind: SourceChange.Kind, key: String) -> SourcePatch? {
        let sources = [("Song.swift", [UInt8](source.utf8))]
        let property = SourceIndex(sources).property(readFrom: key, of: "Song")
        let affected = AffectedProperty(
            name: property?.description ?? "Song.\(key)", location: property?.location, model: "Song",
            reason: "")
        return SourcePatcher(sources).patch([SourceChange(property: affected, key: key, kind: kind)])
    }

    @Test(arguments: renames + optionals + cases)
    func `edits one declaration, or says why not`(edit: Edit) {
        let patch = patch(edit.old, edit.kind, key: edit.key)
        #expect(patch?.files.first.map { String(decoding: $0.new, as: UTF8.self) } == edit.new)
        #expect(patch?.refusals == (edit.refusal.map { ["Song.\($0)"] } ?? (edit.new == nil ? nil : [])))
    }

    @Test func `edits of two properties in one line come after each other`() throws {
        let source = "struct Song { enum CodingKeys: String, CodingKey { case name, kind } }"
        let sources = [("Song.swift", [UInt8](source.utf8))]
        let changes = try [("name", "title"), ("kind", "type")].map { old, new in
            let property = try #require(SourceIndex(sources).property(readFrom: old, of: "Song"))
            let affected = AffectedProperty(
                name: property.description, location: property.location, model: "Song", reason: "")
            return SourceChange(property: affected, key: old, kind: .rename(to: new))
        }
        let patch = SourcePatcher(sources).patch(changes)
        #expect(
            patch?.files.map { String(decoding: $0.new, as: UTF8.self) } == [
                #"struct Song { enum CodingKeys: String, CodingKey { case name = "title", kind = "type" } }"#
            ])
    }

    @Test func `a name that other recorded values have is kept`() throws {
        let sources = [
            ("Song.swift", [UInt8]("struct Song<A> { enum K: String, CodingKey { case name } }".utf8))
        ]
        let property = try #require(SourceIndex(sources).property(readFrom: "name", of: "Song<B.C>"))
        let affected = AffectedProperty(
            name: property.description, location: property.location, model: "Song", reason: "")
        let change = SourceChange(property: affected, key: "name", kind: .rename(to: "title"))
        let patcher = SourcePatcher(sources, readCounts: [.init(model: "Song<D>", name: "name"): 2])
        #expect(
            patcher.patch([change])?.refusals == [
                "Song<B.C>.name: 'name' is the name of 2 recorded values still: record again first"
            ])
    }

    @Test func `a declaration that is no longer where a finding saw it is left as it is`() {
        let sources = [("Song.swift", [UInt8]("struct Song { let name: String }".utf8))]
        let moved = AffectedProperty(
            name: "Song.name", location: SourceLocation(file: "Song.swift", line: 4, column: 9),
            model: "Song",
            reason: "")
        let patch = SourcePatcher(sources).patch([SourceChange(property: moved, key: "name", kind: .optional)]
        )
        #expect(patch?.files.isEmpty == true)
        #expect(
            patch?.refusals == [
                "Song.name: its declaration at Song.swift:4:9 does not read 'name'; check again"
            ])
    }

    // MARK: Renamed properties

    private static let advice = "write `enum CodingKeys: String, CodingKey` with `case name = \"title\"`"

    private static let renames = [
        Edit(
            "a raw value", .rename(to: "title"), key: "label",
            "struct Song {\n    let name: String\n    enum CodingKeys: String, CodingKey { case id, name = \"label\" }\n}\n",
            new:
                "struct Song {\n    let name: String\n    enum CodingKeys: String, CodingKey { case id, name = \"title\" }\n}\n"
        ),
        Edit(
            "a case without a raw value", .rename(to: "title"),
            "struct Song {\n    let `name`: String\n    enum Keys: String, CodingKey {\n        case name // label\n    }\n}\n",
            new:
                "struct Song {\n    let `name`: String\n    enum Keys: String, CodingKey {\n        case name = \"title\" // label\n    }\n}\n"
        ),
        Edit(
            "a raw value that is the name afterwards", .rename(to: "name"), key: "label",
            "struct Song { enum CodingKeys: String, CodingKey { case name = \"label\" } }",
            new: "struct Song { enum CodingKeys: String, CodingKey { case name } }"),
        Edit(
            "keys without raw values", .rename(to: "title"),
            "struct Song { let name: String; enum CodingKeys: CodingKey { case name } }",
            new:
                "struct Song { let name: String; enum CodingKeys: String, CodingKey { case name = \"title\" } }"
        ),
        Edit(
            "no keys", .rename(to: "title"),
            "struct Song {\n    let id: Int, name: String\n    var `default` = 1\n    static let all = 2\n    var first: Int { 1 }\n}\n",
            new:
                "struct Song {\n    let id: Int, name: String\n    var `default` = 1\n    static let all = 2\n    var first: Int { 1 }\n\n    enum CodingKeys: String, CodingKey {\n        case id, `default`\n        case name = \"title\"\n    }\n}\n"
        ),
        Edit(
            "lines that end with a carriage return", .rename(to: "title"),
            "struct Song {\r\n    let name: String\r\n}\r\n",
            new:
                "struct Song {\r\n    let name: String\r\n\r\n    enum CodingKeys: String, CodingKey {\r\n        case name = \"title\"\r\n    }\r\n}\r\n"
        ),
        Edit(
            "a name in snake case that the decoder converts", .rename(to: "full_title"), key: "full_name",
            "struct Song { enum CodingKeys: String, CodingKey { case name = \"fullName\" } }",
            new: "struct Song { enum CodingKeys: String, CodingKey { case name = \"fullTitle\" } }"),
        Edit(
            "a decoder that may convert", .rename(to: "full_title"),
            "struct Song { enum CodingKeys: String, CodingKey { case name } }\nlet a = b(.convertFromSnakeCase)",
            refusal: "name: a decoder converts names from snake case: write 'full_title' or 'fullTitle'"),
        Edit(
            "reads it already", .rename(to: "title_name"), key: "titleName",
            "struct Song { let titleName: String }"),
        Edit(
            "another key with the name", .rename(to: "title"),
            "struct Song { enum CodingKeys: String, CodingKey { case name, other = \"title\" } }",
            refusal: "name: the coding key 'other' has the name 'title' already"),
        Edit(
            "two enumerations", .rename(to: "title"),
            "struct Song { enum A: String, CodingKey { case name }\nenum B: String, CodingKey { case name } }",
            refusal: "name: not one enumeration of coding keys has it, but 2"),
        Edit(
            "keys by hand", .rename(to: "title"),
            "struct Song { enum CodingKeys: CodingKey { case name\nvar stringValue: String { \"\" } } }",
            refusal: "name: its coding keys are written by hand"),
        Edit(
            "an initializer by hand", .rename(to: "title"),
            "struct Song { let name: String\ninit(from decoder: any Decoder) throws { name = \"\" } }",
            refusal: "name: its `init(from:)` is written by hand: \(advice)"),
        Edit(
            "a class", .rename(to: "title"), "class Song: Base {\nlet name: String\n}",
            refusal: "name: it is no structure: \(advice)"),
        Edit(
            "a body in one line", .rename(to: "title"), "struct Song { let name: String }",
            refusal: "name: its body is in one line: \(advice)"),
        Edit(
            "conditions", .rename(to: "title"), "struct Song {\n#if A\nlet name: String\n#endif\n}",
            refusal: "name: it has conditions (`#if`): \(advice)"),
        Edit(
            "properties that are not all known", .rename(to: "title"),
            "struct Song {\nvar name = 1, id = 2\n}",
            refusal: "name: several of its properties are in one declaration: \(advice)"),
        Edit(
            "a name that needs escapes", .rename(to: "a\"\n"),
            "struct Song { enum Keys: String, CodingKey { case name } }",
            refusal: "name: 'a\"\\n' is no literal without escapes"),
        Edit(
            "a property declared twice", .rename(to: "title"),
            "struct Song { let name: String; let name: Int }",
            refusal: "name: its declaration is not known, or there are several"),
    ]

    // MARK: Properties that become optional

    private static let optionals = [
        Edit(
            "a name", .optional, "struct Song { let name: String }", new: "struct Song { let name: String? }"),
        Edit(
            "a list with a value", .optional, "struct Song { var name: [A.B] = [] }",
            new: "struct Song { var name: [A.B]? = [] }"),
        Edit(
            "generic arguments", .optional, "struct Song { var name: Page<Int> { didSet {} } }",
            new: "struct Song { var name: Page<Int>? { didSet {} } }"),
        Edit("optional already", .optional, "struct Song { let name: String? }"),
        Edit(
            "a type for two", .optional, "struct Song { let id, name: String }",
            refusal: "name: its type is not written in a declaration of its own"),
        Edit(
            "a wrapper", .optional, "struct Song { @Lossy(1) var name: [String] }",
            refusal: "name: its type is not written in a declaration of its own"),
        Edit(
            "no type", .optional, "struct Song { var name = \"\" }",
            refusal: "name: its type is not written in a declaration of its own"),
        Edit(
            "an existential", .optional, "struct Song { var name: any P }",
            refusal: "name: its type is not a simple one: make it optional"),
        Edit(
            "an initializer in an extension", .optional,
            "struct Song { let name: String }\nextension Song { init(from decoder: any Decoder) throws {} }",
            refusal: "name: its `init(from:)` is written by hand"),
    ]

    // MARK: New words

    private static let cases = [
        Edit(
            "a line", .newCase("song-preview"),
            "struct Song {\n    let name: Kind\n    enum Kind: String, Codable {\n        case song\n    }\n}\n",
            new:
                "struct Song {\n    let name: Kind\n    enum Kind: String, Codable {\n        case song\n        case songPreview = \"song-preview\"\n    }\n}\n"
        ),
        Edit(
            "a list", .newCase("preview"),
            "struct Song { let name: [Kind]? }\nenum Kind: String { case song = \"s\" }",
            new: "struct Song { let name: [Kind]? }\nenum Kind: String { case song = \"s\", preview }"),
        Edit(
            "a keyword", .newCase("DEFAULT"),
            "struct Song { let name: Kind }\nenum Kind: String { case song }",
            new: "struct Song { let name: Kind }\nenum Kind: String { case song, `default` = \"DEFAULT\" }"),
        Edit(
            "a digit", .newCase("4k video"),
            "struct Song { let name: Kind }\nenum Kind: String { case song }",
            new: "struct Song { let name: Kind }\nenum Kind: String { case song, _4kVideo = \"4k video\" }"),
        Edit(
            "there already", .newCase("s"),
            "struct Song { let name: Kind }\nenum Kind: String { case song = \"s\" }"),
        Edit(
            "a name in use", .newCase("Song"),
            "struct Song { let name: Kind }\nenum Kind: String { case song }",
            refusal: "name: Kind has a case 'song' already"),
        Edit(
            "no name", .newCase("--"), "struct Song { let name: Kind }\nenum Kind: String { case song }",
            refusal: "name: no name of a case follows from '--'"),
        Edit(
            "a string", .newCase("new"), "struct Song { let name: String }",
            refusal: "name: its type is no enumeration with raw values of String: handle 'new'"),
        Edit(
            "an initializer of raw values", .newCase("new"),
            "struct Song { let name: Kind }\nenum Kind: String { case song\ninit?(rawValue: String) { self = .song } }",
            refusal: "name: of Kind, its `init(rawValue:)` is written by hand"),
    ]
}
