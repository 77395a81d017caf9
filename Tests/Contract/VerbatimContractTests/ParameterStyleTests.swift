import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// A parameter, and the findings about requests with it.
struct StyleCase: CustomStringConvertible, Sendable {
    let location: String
    let declaration: String
    let sent: String
    let findings: [String]

    var description: String { "\(location) \(declaration): \(sent)" }

    /// - Parameter findings: The expected and the found value of each finding.
    init(_ location: String, _ declaration: String, _ sent: String, finds findings: String...) {
        self.location = location
        self.declaration = declaration
        self.sent = sent
        self.findings = findings
    }
}

@Suite struct ParameterStyleTests {
    private static let list = #""schema":{"type":"array","items":{"enum":["blue","black","a,b"]}}"#
    private static let numbers = #""schema":{"type":"array","items":{"type":"integer"},"maxItems":3}"#
    private static let object =
        #""schema":{"type":"object","properties":{"R":{"type":"integer"},"G":{"type":"integer"}},"required":["R"],"additionalProperties":false}"#
    private static let integer = #""schema":{"type":"integer"}"#

    static let query = [
        StyleCase("query", list, "v=blue&v=black"),
        StyleCase(
            "query", list, "v=blue,black",
            finds: #"expected one of "blue", "black" or "a,b", found the string "blue,black""#),
        StyleCase("query", list + #","explode":false"#, "v=blue,black"),
        StyleCase("query", list + #","explode":false"#, "v=blue,a%2Cb"),
        StyleCase("query", list + #","explode":false"#, "v=blue%2Cblack"),
        StyleCase(
            "query", list + #","explode":false,"allowReserved":true"#, "v=blue,red",
            finds: #"expected one of "blue", "black" or "a,b", found the string "red""#),
        StyleCase("query", numbers + #","explode":false"#, "v="),
        StyleCase("query", list + #","style":"spaceDelimited","explode":false"#, "v=blue%20black"),
        StyleCase(
            "query", list + #","style":"spaceDelimited","explode":false"#, "v=blue+red",
            finds: #"expected one of "blue", "black" or "a,b", found the string "red""#),
        StyleCase("query", list + #","style":"pipeDelimited","explode":false"#, "v=blue|black"),
        StyleCase("query", list + #","style":"pipeDelimited","explode":false"#, "v=blue%7Cblack"),
        StyleCase("query", list + #","style":"pipeDelimited","explode":true"#, "v=blue&v=black"),
        StyleCase("query", integer, "v=7"),
        StyleCase("query", integer, "v=seven", finds: #"expected integer, found the string "seven""#),
        StyleCase("query", #""schema":{"enum":[1,2]}"#, "v=2"),
        StyleCase("query", #""schema":{"enum":[true]}"#, "v=true"),
        StyleCase(
            "query",
            #""schema":{"oneOf":[{"type":"integer"},{"type":"array","items":{"type":"integer"}}]},"explode":false"#,
            "v=1,2"),
        StyleCase(
            "query",
            #""schema":{"oneOf":[{"type":"integer"},{"type":"array","items":{"type":"integer"},"minItems":2}]},"explode":false"#,
            "v=1"),
    ]

    static let queryObjects = [
        StyleCase("query", object, "R=100&G=200"),
        StyleCase("query", object, "R=100&G=x", finds: #"expected integer, found the string "x""#),
        StyleCase("query", object, "G=200", finds: "expected a property 'R', found none"),
        StyleCase("query", object + #","explode":false"#, "v=R,100,G,200"),
        StyleCase(
            "query", object + #","explode":false"#, "v=R,100,G",
            finds: #"expected alternating names and values, found "R,100,G""#),
        StyleCase("query", object + #","style":"spaceDelimited","explode":false"#, "v=R%20100%20G%20200"),
        StyleCase("query", object + #","style":"pipeDelimited","explode":false"#, "v=R%7C100"),
        StyleCase("query", object + #","style":"deepObject","explode":true"#, "v[R]=100&v%5BG%5D=200"),
        StyleCase(
            "query", object + #","style":"deepObject","explode":true"#, "v[R]=100&v[B]=1",
            finds: #"expected no such property, found the string "1""#),
        StyleCase(
            "query", #""schema":{"type":"object","additionalProperties":{"type":"integer"}}"#, "any=1&thing=2"
        ),
        StyleCase(
            "query", #""schema":{"type":"object","additionalProperties":{"type":"integer"}}"#, "any=x",
            finds: #"expected integer, found the string "x""#),
        StyleCase(
            "query", #""content":{"application/json":{"schema":{"type":"object","required":["a"]}}}"#,
            "v=%7B%22a%22:1%7D"),
        StyleCase(
            "query", #""content":{"application/json":{"schema":{"type":"object","required":["a"]}}}"#,
            "v=%7B%7D", finds: "expected a property 'a', found none"),
        StyleCase("query", #""content":{"application/json":{}}"#, "v=oops"),
        StyleCase(
            "query", #""content":{"application/json":{"schema":{"type":"object"}}}"#, "v=oops",
            finds: "invalid JSON: 1:1: unexpected 'o' at the start; expected a value"),
    ]

    static let path = [
        StyleCase("path", list, "blue,black"),
        StyleCase("path", list, "blue,a%2Cb"),
        StyleCase("path", list + #","style":"label""#, ".blue,black"),
        StyleCase("path", list + #","style":"label","explode":true"#, ".blue.black"),
        StyleCase(
            "path", list + #","style":"label""#, "blue",
            finds: #"expected a value such as '.blue', found "blue""#),
        StyleCase("path", list + #","style":"matrix""#, ";v=blue,black"),
        StyleCase("path", list + #","style":"matrix","explode":true"#, ";v=blue;v=black"),
        StyleCase(
            "path", list + #","style":"matrix","explode":true"#, ";v=blue;w=black",
            finds: #"expected a value such as ';name=blue', found ";v=blue;w=black""#),
        StyleCase("path", integer + #","style":"label""#, ".7"),
        StyleCase("path", integer + #","style":"matrix""#, ";v=7"),
        StyleCase(
            "path", integer + #","style":"matrix""#, ";v=x", finds: #"expected integer, found the string "x""#
        ),
        StyleCase("path", object, "R,100,G,200"),
        StyleCase("path", object + #","explode":true"#, "R=100,G=200"),
        StyleCase(
            "path", object + #","explode":true"#, "R,100",
            finds: #"expected properties such as 'key=blue', found "R,100""#),
        StyleCase("path", object + #","style":"label""#, ".R,100,G,200"),
        StyleCase("path", object + #","style":"label","explode":true"#, ".R=100.G=200"),
        StyleCase("path", object + #","style":"matrix""#, ";v=R,100,G,200"),
        StyleCase("path", object + #","style":"matrix","explode":true"#, ";R=100;G=200"),
        StyleCase("path", #""schema":{"type":"string","pattern":"^a/b c$"}"#, "a%2Fb%20c"),
    ]

    static let headersAndCookies = [
        StyleCase("header", list, "blue, black"),
        StyleCase("header", numbers, "1,2 , 3"),
        StyleCase("header", numbers, "1,2,3,4", finds: "expected at most 3 elements, found 4 elements"),
        StyleCase("header", object + #","explode":true"#, "R=100,G=200"),
        StyleCase("header", object, "R, 100, G, x", finds: #"expected integer, found the string "x""#),
        StyleCase("cookie", integer, "session=1; v=7"),
        StyleCase("cookie", integer, "v=x", finds: #"expected integer, found the string "x""#),
        StyleCase("cookie", list + #","explode":false"#, "v=blue,black; other=1"),
    ]

    /// The findings about `GET /a/...` with a parameter `v`, where the rest of the request is right.
    private func findings(_ example: StyleCase) throws -> [Finding] {
        let isInPath = example.location == "path"
        let text = """
            {"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.test"}],
             "paths":{"\(isInPath ? "/a/{v}" : "/a")":{"get":{"parameters":[
               {"name":"v","in":"\(example.location)","required":true,\(example.declaration)}],
               "responses":{"204":{"description":"d"}}}}}}
            """
        let contracts = ContractSet([try Contract(parsing: Data(text.utf8), file: "a.json")])
        let url = ["path": "/a/" + example.sent, "query": "/a?" + example.sent][example.location] ?? "/a"
        let sent: HeaderFields =
            switch example.location {
            case "header": ["V": example.sent]
            case "cookie": ["Cookie": example.sent]
            default: [:]
            }
        return contracts.check(
            Interaction(
                HTTPRequest("GET", "https://a.test" + url, headers: sent), .response(HTTPResponse(204))))
    }

    @Test(arguments: [query, queryObjects, path, headersAndCookies])
    func `reads a parameter in its style`(_ examples: [StyleCase]) throws {
        for example in examples {
            let findings = try findings(example)
            #expect(
                findings.map { $0.expected.isEmpty ? $0.found : "expected \($0.expected), found \($0.found)" }
                    == example.findings, "\(example)")
            #expect(findings.allSatisfy { $0.rule == .requestParameterInvalid }, "\(example)")
        }
    }

    @Test func `reports a required object without any property`() throws {
        #expect(
            try findings(StyleCase("query", Self.object, "")).map(\.rule) == [.requestParameterMissing])
    }

    @Test func `leaves the headers alone that OpenAPI has other words for`() throws {
        let text = """
            {"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.test"}],
             "paths":{"/a":{"get":{"parameters":[
               {"name":"Authorization","in":"header","required":true,"schema":{"type":"string"}}],
               "responses":{"204":{"description":"d"}}}}}}
            """
        let contracts = ContractSet([try Contract(parsing: Data(text.utf8), file: "a.json")])
        let interaction = Interaction(HTTPRequest("GET", "https://a.test/a"), .response(HTTPResponse(204)))
        #expect(contracts.check(interaction).isEmpty)
    }
}
