import Testing
import VerbatimJSON

@Suite struct NumberTests {
    @Test(arguments: [
        ("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0", "-0.0"), ("1e400", "10e399"),
        ("12345678901234567890123", "12345678901234567890123.000"), ("1e999999999", "10E+999999998"),
        ("0e99999999999999999999999", "0"),
    ])
    func `numbers of equal value are equal and have equal hashes`(a: String, b: String) throws {
        let (a, b) = (try #require(JSONNumber(a)), try #require(JSONNumber(b)))
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(!(a < b) && !(b < a))
    }

    @Test(arguments: [
        ("0", "1"), ("-1", "0"), ("-2", "-1"), ("9", "10"), ("0.1", "0.10000000000000000000001"),
        ("12345678901234567890122", "12345678901234567890123"), ("1e399", "1e400"), ("-1e999999999", "1e-9"),
        ("1e-400", "1e-399"), ("-1e-399", "-1e-400"), ("0", "1e-999999999"),
    ])
    func `orders by value`(a: String, b: String) throws {
        let (a, b) = (try #require(JSONNumber(a)), try #require(JSONNumber(b)))
        #expect(a < b)
        #expect(!(b < a))
        #expect(a != b)
    }

    @Test(arguments: [
        ("0", "0.01", true), ("0.075", "0.0001", true), ("0.00751", "0.0001", false), ("10", "2.5", true),
        ("1e308", "0.5", true), ("1e999999999", "7", false), ("1e999999999", "16", true), ("7e5", "7", true),
        ("12345678901234567890123456789", "3", true), ("12345678901234567890123456790", "3", false),
        ("36000000000000000000000000000000000000", "18000000000000000000000000000000000000", true),
        ("36893488147419103232", "18446744073709551616", true),
        ("36893488147419103233", "18446744073709551616", false),
        ("1e100", "1267650600228229401496703205376", true),
        ("1e99", "1267650600228229401496703205376", false), ("1", "0", false), ("-4", "-2", true),
    ])
    func `divides exactly`(number: String, divisor: String, expected: Bool) throws {
        let (a, b) = (try #require(JSONNumber(number)), try #require(JSONNumber(divisor)))
        #expect(a.isMultiple(of: b) == expected)
    }

    @Test(arguments: [
        ("9223372036854775807", Int.max), ("-9223372036854775808", .min), ("1e2", 100), ("1.50e1", 15),
        ("-0", 0),
        ("9223372036854775808", nil), ("1.5", nil), ("1e999999999", nil),
    ])
    func `converts to an integer only if it is exactly one`(text: String, expected: Int?) throws {
        #expect(try #require(JSONNumber(text)).int == expected)
    }

    @Test func `keeps its text and rejects other grammars`() {
        #expect(JSONNumber("1.50")?.text == "1.50")
        #expect(JSONNumber("01") == nil && JSONNumber("+1") == nil && JSONNumber(" 1") == nil)
        #expect(JSONNumber("") == nil && JSONNumber("NaN") == nil && JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(0.1)?.text == "0.1")
        #expect(JSONNumber("1e400")?.double == .infinity)
        #expect(JSONNumber("1.0")?.isInteger == true && JSONNumber("1.5")?.isInteger == false)
    }
}
