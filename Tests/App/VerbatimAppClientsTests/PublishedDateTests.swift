import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct PublishedDateTests {
    @Test(arguments: [
        ("2018", PublishedDate.Precision.year, "2018-01-01T00:00:00Z"),
        ("2018-09", .month, "2018-09-01T00:00:00Z"),
        ("2018-09-18", .day, "2018-09-18T00:00:00Z"),
        ("2018-05-09T00:00:00Z", .second, "2018-05-09T00:00:00Z"),
        ("2019-10-03T00:00:00+02:00", .second, "2019-10-02T22:00:00Z"),
    ])
    func `keeps the text and the precision of a date`(
        text: String, precision: PublishedDate.Precision, date expected: String
    )
        throws
    {
        let read = try JSONDecoder().decode(PublishedDate.self, from: Data("\"\(text)\"".utf8))
        #expect(read.text == text)
        #expect(read.precision == precision)
        #expect(read.date == (try date(expected)))
    }

    @Test(arguments: ["", "18", "2018-9-18", "09/18/2018", "18 September 2018", "2018-09-31", "19??"])
    func `keeps a text that is not a date`(text: String) throws {
        let read = try JSONDecoder().decode(PublishedDate.self, from: Data("\"\(text)\"".utf8))
        #expect(read == .unknown(text))
        #expect(read.text == text)
        #expect(read.date == nil)
        #expect(read.precision == nil)
    }

    @Test(arguments: ["2018", "null", "{}"])
    func `rejects a date that is not a string`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PublishedDate.self, from: Data(json.utf8))
        }
    }
}
