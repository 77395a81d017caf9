import Testing
import VerbatimJSON
import VerbatimSchema

/// `x-date-profile`: the notation of dates.
@Suite struct DateProfileTests {
    @Test(arguments: [
        ("2024", #"{"precision":"year"}"#),
        ("2024-01", #"{"precision":"month"}"#),
        ("2024-01-02", #"{"precision":"day"}"#),
        ("2024-01-02T03:04Z", #"{"precision":"minute","offset":"Z"}"#),
        ("2024-01-02T03:04:05Z", #"{"precision":"second","fraction":"never","offset":"Z"}"#),
        ("2024-01-02 03:04:05", #"{"precision":"second","fraction":"never","offset":"none"}"#),
        ("2024-01-02t03:04:05,6z", #"{"precision":"second","fraction":"always","digits":1,"offset":"Z"}"#),
        (
            "2024-01-02T03:04:05.678+02:00",
            #"{"precision":"second","fraction":"always","digits":3,"offset":"+hh:mm"}"#
        ),
        ("03:04:05-0200", #"{"precision":"second","fraction":"never","offset":"+hhmm"}"#),
        ("03:04+02", #"{"precision":"minute","offset":"+hh"}"#),
    ])
    func `recognizes the notation of a date`(_ text: String, _ profile: String) throws {
        let seen = try #require(DateProfile.of(text))
        #expect(seen.value.text(.compact) == profile)
        #expect(try DateProfile(JSON(parsing: profile)) == seen)
    }

    @Test(arguments: [
        "", "24-01-02", "2024-1", "20240102", "2024-01-02T", "2024-01-02T03:04:05.", "2024-01-02T03:04:05Z ",
        "2024-01-02T03:04:05+2", "Sat, 21 Nov 2026 10:05:56 GMT", "3:04", "soon",
    ])
    func `recognizes only dates of ISO 8601`(_ text: String) {
        #expect(DateProfile.of(text) == nil)
    }

    @Test(arguments: [
        (
            ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.6Z", "2024-01-02T03:04:05.678Z"],
            #"{"precision":"second","fraction":"mixed","digits":[1,3],"offset":"Z"}"#
        ),
        (["2024", "2024-01"], #"{"precision":["year","month"]}"#),
        (
            ["2024", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05+02:00"],
            #"{"precision":["year","second"],"fraction":"never","offset":["Z","+hh:mm"]}"#
        ),
    ])
    func `unites profiles in any order`(_ texts: [String], _ profile: String) throws {
        let seen = texts.compactMap(DateProfile.of)
        let join = { (profiles: [DateProfile]) in profiles.dropFirst().reduce(profiles[0]) { $0.union($1) } }
        #expect(join(seen).value.text(.compact) == profile)
        #expect(join(seen.reversed()) == join(seen))
        #expect(seen.allSatisfy(join(seen).admits))
        #expect(try DateProfile(JSON(parsing: profile)) == join(seen))
    }

    @Test(arguments: [
        (
            #"{"x-date-profile":{"precision":"second","fraction":"never","offset":"Z"}}"#,
            "2024-01-02T03:04:05.678Z", "a date to the second, without a fraction, with the offset 'Z'"
        ),
        (
            #"{"x-date-profile":{"fraction":"always","digits":3}}"#, "2024-01-02T03:04:05.67Z",
            "a date, with a fraction of 3 digits"
        ),
        (
            #"{"x-date-profile":{"fraction":"mixed","digits":[1,3]}}"#, "2024-01-02T03:04:05.67Z",
            "a date, with or without a fraction of 1 or 3 digits"
        ),
        (
            #"{"x-date-profile":{"offset":["none","+hh:mm"]}}"#, "2024-01-02T03:04:05Z",
            "a date, with the offset '+hh:mm' or none"
        ),
        (#"{"x-date-profile":{"offset":"none"}}"#, "2024-01-02T03:04:05Z", "a date, without an offset"),
        (
            #"{"x-date-profile":{"precision":["year","day"]}}"#, "2024-01-02T03:04:05Z",
            "a date to the year or day"
        ),
        (#"{"x-date-profile":{"precision":"day"}}"#, "soon", "a date to the day"),
    ])
    func `rejects dates in other notations`(_ schema: String, _ text: String, _ expected: String) throws {
        let compiled = try Schema(JSON(parsing: schema)).compile()
        let violations = try compiled.validate(JSON(parsing: "\"\(text)\""))
        #expect(violations.map(\.expected) == [expected])
        #expect(violations.map(\.keyword) == ["x-date-profile"])
    }

    @Test(arguments: [
        (#"{"x-date-profile":{"fraction":"never","offset":"Z"}}"#, "2024-01-02T03:04:05Z"),
        (#"{"x-date-profile":{"fraction":"never","offset":"Z"}}"#, "2024-01-02"),
        (#"{"x-date-profile":{"fraction":"always"}}"#, "2024-01-02T03:04:05.6789+02"),
    ])
    func `accepts dates in its notation`(_ schema: String, _ text: String) throws {
        #expect(try Schema(JSON(parsing: schema)).compile().accepts(JSON(parsing: "\"\(text)\"")))
    }

    @Test func `leaves strings that are not dates to other keywords`() throws {
        let schema = #"{"format": "date-time", "x-date-profile": {"offset": "Z"}}"#
        let compiled = try Schema(JSON(parsing: schema)).compile(options: .init(formats: .assertion))
        #expect(try compiled.validate(JSON(parsing: "\"soon\"")).map(\.keyword) == ["format"])
    }

    @Test(arguments: [
        (
            "{}",
            "1:20: 'x-date-profile' must be an object with 'precision', 'fraction' or 'offset'"
        ),
        (
            #"{"offset": "UTC"}"#,
            "1:31: 'x-date-profile' must be 'none', 'Z', '+hh', '+hhmm' or '+hh:mm', or a list of them"
        ),
        (
            #"{"fraction": "often"}"#,
            "1:33: 'x-date-profile' must be 'never', 'always' or 'mixed'"
        ),
        (
            #"{"fraction": "always", "digits": 0}"#,
            "1:53: 'x-date-profile' must be a number of digits from 1 to 15, or a list of them"
        ),
        (#"{"digits": 3}"#, "1:31: 'x-date-profile' must be without a member 'digits'"),
        (#"{"precision": []}"#, "1:34: 'x-date-profile' must be a name or a list of names"),
    ])
    func `describes errors in a profile`(_ profile: String, _ expected: String) throws {
        let error = try #require(throws: SchemaError.self) {
            try Schema(JSON(parsing: "{\"x-date-profile\": \(profile)}")).compile()
        }
        #expect("\(error.position): \(error.message)" == expected)
    }
}
