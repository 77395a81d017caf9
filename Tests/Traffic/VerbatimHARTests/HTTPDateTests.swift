import Foundation
import Testing

@testable import VerbatimHAR

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `a date is read in each of the three formats`(text: String) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test func `a date is read as it is written`() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.date(HTTPDate.text(1_900_000_000)) == Date(timeIntervalSince1970: 1_900_000_000))
    }

    @Test func `a year of two digits is at most 50 years ahead`() {
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        #expect(HTTPDate.date("Sunday, 06-Nov-94 08:49:37 GMT", now: now)?.isoDay == "1994-11-06")
        #expect(HTTPDate.date("Friday, 06-Nov-76 08:49:37 GMT", now: now)?.isoDay == "2076-11-06")
    }

    @Test(arguments: [
        "", "120", "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 19945 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    ])
    func `other texts are no dates`(text: String) {
        #expect(HTTPDate.date(text) == nil)
    }
}
