import Foundation
import Testing

@testable import VerbatimHAR

@Suite struct SetCookieTests {
    @Test(arguments: [
        ("a=1", ["a=1"]),
        ("a=1, b=2", ["a=1", "b=2"]),
        (
            "a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT, b=2; Path=/",
            ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT", "b=2; Path=/"]
        ),
        ("a=1,2, b=3", ["a=1,2", "b=3"]),
        ("a=, b=", ["a=", "b="]),
        ("", [""]),
    ])
    func `a joined field is split before each cookie`(joined: String, cookies: [String]) {
        #expect(joined.splitSetCookie().map { $0.trimmingCharacters(in: .whitespaces) } == cookies)
    }
}
