import Foundation
import VerbatimHAR

/// Cases for every rule, and valid interactions.
enum CheckCases {
    static let all = exchanges + requests + responses + bodies + values + xml

    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let page = Array("<!DOCTYPE html><html></html>".utf8)

    // MARK: The interaction as a whole

    private static let exchanges = [
        CheckCase("a declared operation"),
        CheckCase("an additional trailing slash", "GET", "/items/?q=x"),
        CheckCase("repeated slashes", "GET", "//items//?q=x"),
        CheckCase(
            "a fixed segment takes precedence over a parameter", "GET", "/items/newest?key=REDACTED-key-1",
            status: 204, type: nil, body: []),
        CheckCase(
            "a server of no contract", "GET", "https://ads.test/pixel",
            finds: [
                "info api-undocumented: 'https://ads.test': not a server of any contract"
            ]),
        CheckCase(
            "an operation that is not declared", "GET", "/item",
            finds: [
                "breaking operation-undocumented: 'GET https://api.shop.test/v1/item': undocumented operation; "
                    + "closest: GET /items, POST /items or GET /items/{id} [5]"
            ]),
        CheckCase(
            "an operation that neither the contract nor the server has", "GET", "/item", status: 404,
            finds: [
                "warning operation-undocumented: 'GET https://api.shop.test/v1/item': undocumented operation, "
                    + "which the server does not have either; closest: GET /items, POST /items or GET /items/{id} [5]"
            ]),
        CheckCase(
            "a constant identifies an operation", "GET", "/call?method=shop.two", status: 204, type: nil,
            body: []),
        CheckCase(
            "a constant of no operation", "GET", "/call?method=shop.six",
            finds: [
                "breaking operation-undocumented: 'GET https://api.shop.test/v1/call?method=shop.six': undocumented operation; "
                    + "closest: GET /call#shop.one or GET /call#shop.two [5]"
            ]),
        CheckCase(
            "no response",
            Interaction(
                HTTPRequest("GET", "https://api.shop.test/v1/items?q=x"),
                .failure(TransportFailure(code: -1001, reason: "the request timed out"))),
            finds: [
                "warning transport-failed: response: missing: "
                    + "the request timed out (NSURLErrorDomain -1001) [7]"
            ]),
    ]

    // MARK: The request

    private static let requests = [
        CheckCase("parameters as declared", "GET", "/items?q=x&page=2&tags=a,b", sent: ["x-client": "app/7"]),
        CheckCase(
            "a parameter is missing", "GET", "/items",
            finds: [
                "warning request-parameter-missing: query parameter 'q': missing required parameter [10]"
            ]),
        CheckCase(
            "a parameter is out of its range", "GET", "/items?q=x&page=0",
            finds: [
                "warning request-parameter-invalid: query parameter 'page': expected at least 1, "
                    + "found the number 0 [11]"
            ]),
        CheckCase(
            "an element of a parameter is not in its set", "GET", "/items?q=x&tags=a,c",
            finds: [
                "warning request-parameter-invalid: query parameter 'tags': expected one of \"a\" or \"b\", "
                    + "found the string \"c\" [12]"
            ]),
        CheckCase(
            "a header of the request is not as declared", "GET", "/items?q=x", sent: ["X-Client": "curl"],
            finds: [
                "warning request-parameter-invalid: header parameter 'X-Client': expected a string matching '^app/', "
                    + "found the string \"curl\" [13]"
            ]),
        CheckCase(
            "a path parameter has another type", "GET", "/items/one", type: "text/javascript",
            body: Array("{\"id\":1}".utf8),
            finds: [
                "warning request-parameter-invalid: path parameter 'id': expected integer, "
                    + "found the string \"one\" [43]"
            ]),
        CheckCase(
            "a parameter is not declared", "GET", "/items?q=x&limit=5",
            finds: [
                "info request-parameter-undocumented: query parameter 'limit': undocumented, sent with the "
                    + "value \"5\" [7]"
            ]),
        CheckCase(
            "a credential of another kind is sent", "GET", "/items/newest",
            sent: ["Authorization": "REDACTED-token-1", "Cookie": "a=1; sid=REDACTED-sid-1"], status: 204,
            type: nil, body: []),
        CheckCase(
            "no credential is sent", "GET", "/items/newest", sent: ["Authorization": "Bearer x"], status: 204,
            type: nil, body: [],
            finds: [
                "warning request-security-missing: security: expected query parameter 'key' or "
                    + "header 'Authorization' and cookie 'sid', found none of them [51]"
            ]),
        CheckCase(
            "a refused request is not held to the contract", "GET", "/items?page=0&limit=5", status: 400,
            body: Array("{\"error\":1}".utf8)),
        CheckCase(
            "a form is read as its schema says", "POST", "/items",
            sent: ["Content-Type": "application/x-www-form-urlencoded"],
            form: "id=7&name=a+b", status: 204, type: nil, body: []),
        CheckCase(
            "JSON is sent as a form", "POST", "/items",
            sent: ["Content-Type": "application/x-www-form-urlencoded"],
            form: "{\"id\":0}", status: 204, type: nil, body: [],
            finds: [
                "warning request-body-invalid: '/id' in the request: expected at least 1, "
                    + "found the number 0 [90]"
            ]),
        CheckCase(
            "a body is missing", "POST", "/items", status: 204, type: nil, body: [],
            finds: [
                "warning request-body-missing: the body of the request: missing required body [30]"
            ]),
        CheckCase(
            "a body of another media type", "POST", "/items", sent: ["Content-Type": "text/csv"],
            form: "id,7", status: 204,
            type: nil, body: [],
            finds: [
                "warning request-media-type-undocumented: media type of the request: expected 'application/json' or 'application/x-www-form-urlencoded', "
                    + "found 'text/csv' [30]"
            ]),
        CheckCase(
            "a body that breaks its schema", "POST", "/items", sent: ["Content-Type": "application/json"],
            form: "{\"id\":0}", status: 204, type: nil, body: [],
            finds: [
                "warning request-body-invalid: '/id' in the request: expected at least 1, "
                    + "found the number 0 [90]"
            ]),
        CheckCase(
            "JSON without a media type, which the server has read", "POST", "/items", form: "{\"id\":0}",
            status: 204, type: nil, body: [],
            finds: [
                "warning request-body-invalid: '/id' in the request: expected at least 1, "
                    + "found the number 0 [90]"
            ]),
    ]

    // MARK: The response without its body

    private static let responses = [
        CheckCase("a status of a declared class", status: 404, body: Array("{\"error\":1}".utf8)),
        CheckCase("a status that only the default covers", status: 503, type: "text/html", body: page),
        CheckCase(
            "a status that is not declared", "GET", "/items/1", status: 500, type: "text/html", body: page,
            finds: ["breaking response-status-undocumented: status: expected 200, found 500 [44]"]),
        CheckCase(
            "a header is missing", headers: [:],
            finds: [
                "breaking response-header-missing: header 'Date': missing required header [19]"
            ]),
        CheckCase(
            "a date header has another form", headers: ["Date": "Sunday, 06-Nov-94 08:49:37 GMT"],
            finds: [
                "breaking response-header-invalid: header 'Date': expected a date like EEE, dd MMM yyyy HH:mm:ss 'GMT', "
                    + "found the string \"Sunday, 06-Nov-94 08:49:37 GMT\" [19]"
            ]),
        CheckCase(
            "a header is read as its schema says",
            headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "x-total": "12"]),
        CheckCase(
            "a header is out of its range",
            headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "X-Total": "-1"],
            finds: [
                "breaking response-header-invalid: header 'X-Total': expected at least 0, "
                    + "found the number -1 [20]"
            ]),
        CheckCase("a media type has parameters", type: "Application/JSON; charset=UTF-8"),
        CheckCase(
            "an undeclared media type, with the body validated nevertheless", type: "text/yaml",
            body: Array("{}".utf8),
            finds: [
                "breaking response-media-type-undocumented: media type: expected 'application/json', "
                    + "found 'text/yaml' [22]",
                "breaking response-property-missing: '/items': expected a property 'items', "
                    + "found none [82]",
            ]),
        CheckCase(
            "a media type is missing", type: nil,
            finds: [
                "breaking response-media-type-missing: media type: expected 'application/json', "
                    + "found none [22]"
            ]),
    ]

    // MARK: The body

    private static let bodies = [
        CheckCase("an image", "GET", "/images/a.png", type: "image/png", body: png),
        CheckCase("plain text", "GET", "/notes", type: "text/plain", body: Array("hello".utf8)),
        CheckCase(
            "an empty body where none is declared", "GET", "/items/newest?key=k", status: 204, type: nil,
            body: []),
        CheckCase(
            "a body is not looked for in the answer to HEAD", "HEAD", "/head",
            finds: [
                "breaking operation-undocumented: 'HEAD https://api.shop.test/v1/head': undocumented operation; "
                    + "closest: GET /items, POST /items or GET /items/{id} [5]"
            ]),
        CheckCase(
            "an empty body", body: [],
            finds: ["breaking response-body-missing: body: expected JSON, found an empty body [22]"]),
        CheckCase(
            "an empty body without a media type", type: nil, body: [],
            finds: [
                "breaking response-body-missing: body: expected 'application/json', "
                    + "found an empty body [16]"
            ]),
        CheckCase(
            "a body where none is declared", "GET", "/items/newest?key=k", status: 204,
            body: Array("{}".utf8),
            finds: ["warning response-body-unexpected: body: expected no body, found JSON [51]"]),
        CheckCase(
            "HTML instead of JSON", body: page,
            finds: ["breaking response-body-kind: body: expected JSON, found HTML [22]"]),
        CheckCase(
            "JSONP instead of JSON", "GET", "/items/1", type: "text/javascript",
            body: Array("cb({\"id\":1});".utf8),
            finds: [
                "breaking response-body-kind: body: expected JSON, found JSONP (a call of 'cb') [45]"
            ]),
        CheckCase(
            "an image of another type", "GET", "/images/a.png", type: "image/jpeg", body: png,
            finds: [
                "warning response-body-kind: body: expected image/jpeg, found image/png [57]"
            ]),
        CheckCase(
            "HTML instead of an image", "GET", "/images/a.png", type: "image/png", body: page,
            finds: [
                "breaking response-body-kind: body: expected image/png, found HTML [57]"
            ]),
        CheckCase(
            "truncated JSON", body: Array("{\"items\":[{\"id\":1".utf8),
            finds: [
                "breaking response-body-truncated: body: invalid JSON: 1:18: unexpected end of text in an object; expected ',' or '}' [22]"
            ]),
        CheckCase(
            "malformed JSON", body: Array("{\"items\":[{\"id\":1]}".utf8),
            finds: [
                "breaking response-body-malformed: body: invalid JSON: 1:18: unexpected ']' in an object; expected ',' or '}' [22]"
            ]),
        CheckCase(
            "JSON after a byte order mark",
            body: [0xef, 0xbb, 0xbf] + Array(#"{"items":[{"id":"1"}]}"#.utf8),
            finds: [
                "warning response-body-byte-order-mark: body: expected JSON, found JSON after a byte order mark [22]",
                "breaking response-property-type: '/items/0/id': expected integer, found the string \"1\" [90]",
            ]),
        CheckCase(
            "text that breaks its schema", "GET", "/notes", type: "text/plain", body: Array("too long".utf8),
            finds: [
                "breaking response-body-schema: body: expected at most 5 characters, "
                    + "found 8 characters [61]"
            ]),
        CheckCase(
            "events without a schema", "GET", "/notes", type: "text/event-stream",
            body: Array("data: 1".utf8),
            finds: [
                "warning response-items-undocumented: items: a stream of events without a schema of its items [61]"
            ]),
        CheckCase(
            "a body whose file is missing",
            Interaction(
                HTTPRequest("GET", "https://api.shop.test/v1/notes"),
                .response(
                    HTTPResponse(
                        200, headers: ["Content-Type": "text/plain"],
                        body: .file(URL(fileURLWithPath: "/nowhere/1.txt"))))),
            finds: [
                "breaking response-body-unreadable: body: unreadable file: no such file"
            ]),
    ]

    // MARK: The values of the body

    private static let values = [
        CheckCase(
            item: "a valid item",
            #"{"id":1,"name":"n","link":"https://a.test/","made":"1999","code":"AB","kind":"book","state":"new","#
                + #""size":{"cm":1.5},"either":2}"#),
        CheckCase(
            item: "a missing property", "{}",
            finds: ["breaking response-property-missing: '/id': expected a property 'id', found none [88]"]),
        CheckCase(
            item: "another type", #"{"id":"312"}"#,
            finds: [
                "breaking response-property-type: '/id': expected integer, found the string \"312\" [90]"
            ]),
        CheckCase(
            item: "not in a closed set", #"{"id":1,"state":"old"}"#,
            finds: [
                "breaking response-property-value: '/state': expected one of \"new\" or \"used\", "
                    + "found the string \"old\" [96]"
            ]),
        CheckCase(
            item: "not in its format", #"{"id":1,"link":"no link"}"#,
            finds: [
                "breaking response-property-format: '/link': expected the format uri, "
                    + "found the string \"no link\" [92]"
            ]),
        CheckCase(
            item: "a date of another form", #"{"id":1,"made":"1999-02-30"}"#,
            finds: [
                "breaking response-property-date: '/made': expected a date like yyyy or yyyy-MM-dd, "
                    + "found the string \"1999-02-30\" [93]"
            ]),
        CheckCase(
            item: "a date with a fraction that was never there",
            #"{"id":1,"seen":"2024-01-02T03:04:05.678Z"}"#,
            finds: [
                "breaking response-property-date-profile: '/seen': expected a date, without a fraction, with the offset 'Z', "
                    + "found the string \"2024-01-02T03:04:05.678Z\" [99]"
            ]),
        CheckCase(
            item: "not of its pattern", #"{"id":1,"code":"ab"}"#,
            finds: [
                "breaking response-property-pattern: '/code': expected a string matching '^[A-Z]+$', "
                    + "found the string \"ab\" [94]"
            ]),
        CheckCase(
            item: "out of its range", #"{"id":-1}"#,
            finds: [
                "breaking response-property-range: '/id': expected at least 1, found the number -1 [90]"
            ]),
        CheckCase(
            item: "too short", #"{"id":1,"name":""}"#,
            finds: [
                "breaking response-property-length: '/name': expected at least 1 character, "
                    + "found 0 characters [91]"
            ]),
        CheckCase(
            item: "a forbidden property", #"{"id":1,"size":{"inch":1}}"#,
            finds: [
                "breaking response-property-forbidden: '/size/inch': expected no such property, "
                    + "found the number 1 [97]"
            ]),
        CheckCase(
            item: "a duplicate property", #"{"id":1,"id":1}"#,
            finds: [
                "warning response-property-duplicate: '/id': duplicate property, first at 1:2 [45]"
            ]),
        CheckCase(
            item: "a new value of an open set", #"{"id":1,"kind":"film"}"#,
            finds: [
                "warning response-value-unknown: '/kind': expected \"book\" or \"song\", "
                    + "found \"film\" [45]"
            ]),
        CheckCase(
            item: "an undocumented property", #"{"id":1,"new":true}"#,
            finds: [
                "info response-property-undocumented: '/new': undocumented property [45]"
            ]),
        CheckCase(
            item: "no branch of two", #"{"id":1,"either":true}"#,
            finds: [
                "breaking response-body-schema: '/either': expected exactly one of 2 schemas, "
                    + "found none; the closest is schema 1 (expected string, found true) [98]"
            ]),
        CheckCase(
            "every violation, not only the first",
            body: Array(#"{"items":[{"id":0,"new":1},{"name":1,"new":2}]}"#.utf8),
            finds: [
                "breaking response-property-range: '/items/0/id': expected at least 1, "
                    + "found the number 0 [90]",
                "breaking response-property-missing: '/items/1/id': expected a property 'id', "
                    + "found none [88]",
                "breaking response-property-type: '/items/1/name': expected string, "
                    + "found the number 1 [91]",
                "info response-property-undocumented: '/items/0/new': undocumented property, and in 1 more "
                    + "location [22]",
            ]),
    ]

    // MARK: XML

    private static func xml(_ name: String, _ body: String, finds findings: [String] = []) -> CheckCase {
        CheckCase(
            name, "GET", "/items/1", type: "text/xml; charset=utf-8", body: Array(body.utf8), finds: findings)
    }

    private static let xml = [
        xml(
            "valid XML", "<?xml version=\"1.0\"?>\n<item id='1'><name>n</name><kind>song</kind></item>"),
        xml(
            "an attribute of another type", "<item id='one'/>",
            finds: [
                "breaking response-property-type: '/id': expected integer, found the string \"one\" [90]"
            ]),
        xml(
            "truncated XML", "<item id='1'>",
            finds: [
                "breaking response-body-malformed: body: invalid XML: 1:14: unterminated element 'item' [46]"
            ]),
        xml(
            "another root", "<rsp/>",
            finds: [
                "breaking response-body-kind: body: expected the root 'item', found the root 'rsp' [46]"
            ]),
        xml(
            "JSON instead of XML", "{\"id\":1}",
            finds: ["breaking response-body-kind: body: expected XML, found JSON [46]"]),
    ]
}
