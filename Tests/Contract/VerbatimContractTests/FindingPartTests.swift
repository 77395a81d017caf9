import Testing

@testable import VerbatimContract

/// What one feature writes into a finding, others read from it: rewording must not break them.
@Suite struct FindingPartTests {
    @Test(arguments: [
        (FindingPart.status, "status"), (.mediaType, "media type"),
        (.requestMediaType, "media type of the request"), (.security, "security"),
        (.header("Date"), "header 'Date'"), (.header("it's"), "header 'it's'"), (.header(""), "header ''"),
        (.parameter(.query, "q"), "query parameter 'q'"),
        (.parameter(.header, "X-Key"), "header parameter 'X-Key'"),
        (.parameter(.path, "header 'a'"), "path parameter 'header 'a''"),
    ])
    func `a part is read from its words`(part: FindingPart, words: String) {
        #expect(part.description == words)
        #expect(FindingPart(words) == part)
    }

    @Test(arguments: ["", "'", "body", "header", "header 'a", "form parameter 'a'", "'/id' in the request"])
    func `other words are no part`(words: String) {
        #expect(FindingPart(words) == nil)
    }

    @Test(arguments: [
        (ExchangeLine("GET", "/a/1", answer: "200"), "GET /a/1 -> 200", "GET /a/1"),
        (ExchangeLine("POST", "/a b", answer: "no response"), "POST /a b -> no response", "POST /a b"),
        (ExchangeLine("GET", "/things", answer: nil), "GET /things", "GET /things"),
        (ExchangeLine("contract", "", answer: nil), "contract", "contract"),
    ])
    func `an exchange is read from its line`(line: ExchangeLine, text: String, request: String) {
        #expect(line.description == text)
        #expect(line.request == request)
        #expect(ExchangeLine(text) == line)
    }
}
