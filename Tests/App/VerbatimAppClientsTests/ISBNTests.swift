import Testing

@testable import VerbatimAppClients

@Suite struct ISBNTests {
    @Test(arguments: [
        ("978-0-306-40615-7", "9780306406157"), ("0-306-40615-2", "0306406152"),
        ("0 306 40615 2", "9780306406157"),
        ("097522980x", "9780975229804"), ("097522980X", "097522980x"), ("  ", ""),
    ])
    func `equals an ISBN of the same book`(a: String, b: String) {
        #expect(ISBN(a) == ISBN(b))
        #expect(ISBN(a).hashValue == ISBN(b).hashValue)
    }

    @Test(arguments: [
        ("9780306406157", "9780306406158"), ("0306406153", "9780306406157"), ("030640615", "0306406152"),
        ("X306406152", "9780306406157"),
    ])
    func `does not equal another ISBN`(a: String, b: String) {
        #expect(ISBN(a) != ISBN(b))
    }

    @Test func `is written without hyphens and spaces, in the given length`() {
        #expect(ISBN(" 0-9752298-0-x").description == "097522980X")
    }
}
