import Testing
import VerbatimJSON
import VerbatimSchema

/// The keywords `x-date-formats` and `x-date-profile`; VerbatimFormatsTests cover patterns and profiles
/// themselves.
@Suite struct DateKeywordTests {
    private func violations(_ schema: String, _ text: String) throws -> Excerpt<Violation> {
        let compiled = try Schema(JSON(parsing: schema)).compile(options: .init(formats: .assertion))
        return try compiled.validate(JSON(parsing: "\"\(text)\""))
    }

    @Test(arguments: [
        (#"{"x-date-formats": ["yyyy", "yyyy-MM"]}"#, "2024-01", nil),
        (#"{"x-date-formats": ["yyyy", "yyyy-MM"]}"#, "2024-1", "a date like yyyy or yyyy-MM"),
        (#"{"x-date-profile": {"fraction": "never", "offset": "Z"}}"#, "2024-01-02", nil),
        (
            #"{"x-date-profile": {"precision": "second", "fraction": "never", "offset": "Z"}}"#,
            "2024-01-02T03:04:05.678Z", "a date to the second, without a fraction, with the offset 'Z'"
        ),
        (#"{"x-date-profile": {"precision": "day"}}"#, "soon", "a date to the day"),
    ])
    func `validates dates`(_ schema: String, _ text: String, _ expected: String?) throws {
        #expect(try violations(schema, text).map(\.expected) == [expected].compactMap(\.self))
    }

    @Test func `a profile leaves strings that are not dates to other keywords`() throws {
        let schema = #"{"format": "date-time", "x-date-profile": {"offset": "Z"}}"#
        #expect(try violations(schema, "soon").map(\.keyword) == ["format"])
    }

    @Test(arguments: [
        (
            #"{"x-date-formats": ["yyyy", "yyyy-QQ"]}"#,
            "'/x-date-formats/1' at 1:29: unsupported field 'QQ' at character 6 of the date pattern 'yyyy-QQ'"
        ),
        (
            #"{"x-date-formats": []}"#,
            "'/x-date-formats' at 1:20: 'x-date-formats' must be an array of date patterns"
        ),
        (
            #"{"x-date-profile": {"fraction": "often"}}"#,
            "'/x-date-profile/fraction' at 1:33: 'x-date-profile' must be 'never', 'always' or 'mixed'"
        ),
    ])
    func `reports errors with their locations`(_ schema: String, _ description: String) throws {
        let error = try #require(throws: SchemaError.self) { try Schema(JSON(parsing: schema)).compile() }
        #expect(error.description == description)
    }
}
