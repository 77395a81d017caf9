import Testing
import VerbatimJSON
import VerbatimSchema

/// The `pattern` and `patternProperties` keywords; VerbatimRegexTests cover the expressions themselves.
@Suite struct PatternKeywordTests {
    private func compile(_ pattern: String) throws -> CompiledSchema {
        let schema = JSONValue.object(["pattern": .string(pattern)])
        return try Schema(JSON(parsing: schema.text(.compact))).compile()
    }

    @Test func `reports a string on which a pattern gives up`() throws {
        let text = String(repeating: "a", count: 60) + "b"
        let instance = try JSON(parsing: "\"\(text)\"")
        let violations = try compile("^(a*)*(a*)*(a*)*\\1c").validate(instance)
        #expect(
            violations.map(\.expected) == [
                "a string on which '^(a*)*(a*)*(a*)*\\1c' finishes within the step limit"
            ])
    }

    @Test func `reports a property name on which a pattern gives up`() throws {
        let name = String(repeating: "a", count: 60) + "b"
        let schema = try Schema(JSON(parsing: #"{"patternProperties": {"^(a*)*(a*)*(a*)*\\1c": true}}"#))
            .compile()
        let violations = try schema.validate(JSON(parsing: #"[{"\#(name)": 1}]"#)[0])
        #expect(violations.map(\.instancePointer.tokens) == [["0", name]])
        #expect(violations.map(\.found) == ["the name '\(name)'"])
    }

    @Test func `reports an invalid pattern with its location`() throws {
        let error = try #require(throws: SchemaError.self) { try compile("a\n**") }
        #expect(
            error.description
                == "'/pattern' at 1:12: invalid regular expression 'a\\n**' at character 4: nothing to repeat"
        )
    }
}
