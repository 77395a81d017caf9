import Testing

@testable import VerbatimAppClients

struct ISBNTests {
    @Test(arguments: [
        ("978-0-306-40615-7", "9780306406157"), ("0-306-40615-2", "0306406152"),
        ("0 306 40615 2", "9780306406157"),
        ("097522980x", "9780975229804"), ("097522980X", "097522980x"), ("  ", ""),
    ])
    func `names the same book however it is written`(one: String, other: String) {
        #expect(ISBN(one) == ISBN(other))
        #expect(ISBN(one).hashValue == ISBN(other).hashValue)
    }

    @Test(arguments: [
        ("9780306406157", "9780306406158"), ("0306406153", "9780306406157"), ("030640615", "0306406152"),
        ("X306406152", "9780306406157"),
    ])
    func `names another book`(one: String, other: String) {
        #expect(ISBN(one) != ISBN(other))
    }

    @Test func `is written without hyphens and blanks, in the length given`() {
        #expect(ISBN(" 0-9752298-0-x").description == "097522980X")
    }
}
