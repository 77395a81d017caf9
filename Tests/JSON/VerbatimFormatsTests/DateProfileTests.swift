import Testing
import VerbatimFormats
import VerbatimJSON
import VerbatimRegex

/// Date profiles: the notation of dates.
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
        let parsed = try #require(DateProfile(parsing: text))
        #expect(try DateProfile(JSON(parsing: profile)) == parsed)
    }

    @Test(arguments: [
        "", "24-01-02", "2024-1", "20240102", "2024-01-02T", "2024-01-02T03:04:05.", "2024-01-02T03:04:05Z ",
        "2024-01-02T03:04:05+2", "Sat, 21 Nov 2026 10:05:56 GMT", "3:04", "soon",
    ])
    func `recognizes only dates of ISO 8601`(_ text: String) {
        #expect(DateProfile(parsing: text) == nil)
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
        let profiles = texts.compactMap(DateProfile.init(parsing:))
        let union = try #require(unite(profiles))
        #expect(unite(profiles.reversed()) == union)
        #expect(profiles.allSatisfy(union.isSuperset))
        #expect(try DateProfile(JSON(parsing: profile)) == union)
    }

    private func unite(_ profiles: [DateProfile]) -> DateProfile? {
        profiles.first.map { first in profiles.reduce(first) { $0.union($1) } }
    }

    @Test(arguments: [
        (
            #"{"precision":"second","fraction":"never","offset":"Z"}"#,
            "a date to the second, without a fraction, with the offset 'Z'"
        ),
        (#"{"fraction":"always","digits":3}"#, "a date, with a fraction of 3 digits"),
        (
            #"{"fraction":"mixed","digits":[1,3]}"#,
            "a date, with or without a fraction of 1 or 3 digits"
        ),
        (#"{"offset":["none","+hh:mm"]}"#, "a date, with the offset '+hh:mm' or none"),
        (#"{"offset":"none"}"#, "a date, without an offset"),
        (#"{"precision":["year","day"]}"#, "a date to the year or day"),
        (#"{"precision":"day"}"#, "a date to the day"),
    ])
    func `describes its dates`(_ profile: String, _ description: String) throws {
        #expect(try DateProfile(JSON(parsing: profile)).description == description)
    }

    @Test(arguments: [
        (#"{"fraction":"never","offset":"Z"}"#, "2024-01-02T03:04:05Z", true),
        (#"{"fraction":"never","offset":"Z"}"#, "2024-01-02", true),
        (#"{"fraction":"always"}"#, "2024-01-02T03:04:05.6789+02", true),
        (#"{"fraction":"always","digits":3}"#, "2024-01-02T03:04:05.67Z", false),
        (#"{"offset":["none","+hh:mm"]}"#, "2024-01-02T03:04:05Z", false),
        (#"{"precision":"day"}"#, "soon", nil),
    ])
    func `accepts dates in its notation`(_ profile: String, _ text: String, _ expected: Bool?) throws {
        #expect(try text.withByteSpan(DateProfile(JSON(parsing: profile)).accepts) == expected)
    }

    @Test(arguments: [
        ("{}", "1:1", "an object with 'precision', 'fraction' or 'offset'"),
        (#"{"offset": "UTC"}"#, "1:12", "'none', 'Z', '+hh', '+hhmm' or '+hh:mm', or a list of them"),
        (#"{"fraction": "often"}"#, "1:14", "'never', 'always' or 'mixed'"),
        (
            #"{"fraction": "always", "digits": 0}"#, "1:34",
            "a number of digits from 1 to 15, or a list of them"
        ),
        (#"{"digits": 3}"#, "1:12", "without a property 'digits'"),
        (#"{"precision": []}"#, "1:15", "a name or a list of names"),
    ])
    func `rejects invalid profiles`(_ profile: String, _ position: String, _ expected: String) throws {
        let error = try #require(throws: DateProfile.Malformed.self) {
            try DateProfile(JSON(parsing: profile))
        }
        #expect(error.value.position.description == position)
        #expect(error.expected == expected)
    }
}
