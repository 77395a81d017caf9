import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct StrictDateFormatTests {
    @Test(arguments: [
        ("yyyy", "2018", "2018-01-01T00:00:00Z"),
        ("yyyy-MM", "2018-09", "2018-09-01T00:00:00Z"),
        ("yyyy-MM-dd", "2016-02-29", "2016-02-29T00:00:00Z"),
        ("yyyy-MM-dd", "2000-02-29", "2000-02-29T00:00:00Z"),
        ("yyyy-MM-dd", "1912-03-01", "1912-03-01T00:00:00Z"),
        ("yyyy-MM-dd HH:mm:ss", "1969-12-31 23:59:59", "1969-12-31T23:59:59Z"),
        ("yyyy-MM-dd'T'HH:mm:ss'Z'", "2014-05-27T07:00:00Z", "2014-05-27T07:00:00Z"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2019-10-03T00:30:00+02:00", "2019-10-02T22:30:00Z"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2019-10-03T00:30:00-02:30", "2019-10-03T03:00:00Z"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2019-10-03T00:30:00Z", "2019-10-03T00:30:00Z"),
        ("yyyy-MM-dd HH:mm:ss 'Etc/GMT'", "2010-01-26 08:00:00 Etc/GMT", "2010-01-26T08:00:00Z"),
    ])
    func `parses a date in its format`(pattern: String, text: String, expected: String) throws {
        #expect(StrictDateFormat(pattern).date(from: text) == (try date(expected)))
    }

    @Test func `parses fractions of a second`() throws {
        let read = try #require(StrictDateFormat("HH:mm:ss.SSS").date(from: "00:00:01.250"))
        let whole = try #require(StrictDateFormat("HH:mm:ss").date(from: "00:00:01"))
        #expect(read.timeIntervalSince(whole) == 0.25)
    }

    @Test(arguments: [
        ("yyyy", ""), ("yyyy", "201"), ("yyyy", "20188"), ("yyyy", "0000"), ("yyyy", "٢٠١٨"),
        ("yyyy", "-201"),
        ("yyyy-MM", "2018-9"), ("yyyy-MM", "2018-13"), ("yyyy-MM", "2018-00"), ("yyyy-MM", "2018/09"),
        ("yyyy-MM-dd", "2018-02-29"), ("yyyy-MM-dd", "1900-02-29"), ("yyyy-MM-dd", "2018-04-31"),
        ("yyyy-MM-dd", "2018-04-00"), ("yyyy-MM-dd", " 2018-04-01"), ("yyyy-MM-dd", "2018-04-01 "),
        ("yyyy-MM-dd HH:mm:ss", "2018-04-01T10:00:00"), ("yyyy-MM-dd HH:mm:ss", "2018-04-01 24:00:00"),
        ("yyyy-MM-dd HH:mm:ss", "2018-04-01 10:60:00"), ("yyyy-MM-dd HH:mm:ss", "2018-04-01 10:00:60"),
        ("yyyy-MM-dd'T'HH:mm:ss'Z'", "2018-04-01T10:00:00"),
        ("yyyy-MM-dd'T'HH:mm:ss'Z'", "2018-04-01T10:00:00Zjunk"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2018-04-01T10:00:00+0200"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2018-04-01T10:00:00+24:00"),
        ("yyyy-MM-dd'T'HH:mm:ssXXX", "2018-04-01T10:00:00"),
    ])
    func `rejects everything that does not match exactly`(pattern: String, text: String) {
        #expect(StrictDateFormat(pattern).date(from: text) == nil)
    }
}
