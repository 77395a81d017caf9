import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// Texts of providers in Swift, and in a line for a shell.
///
/// Tests take their indices: the log of a test run prints arguments, which a build server would obey.
@Suite struct SourceLiteralTests {
    private static let literals = [
        ("plain", #""plain""#),
        (#"a "b" \(c)"#, #""a \"b\" \\(c)""#),
        ("two\nlines\r\t\0", #""two\u{a}lines\u{d}\u{9}\u{0}""#),
        ("\u{202e}\u{2028}\u{feff}", #""\u{202e}\u{2028}\u{feff}""#),
        ("\"\u{301}\\\u{301}", "\"\\\"\u{301}\\\\\u{301}\""),
        ("##vso[a] ###", ##""#\u{23}vso[a] #\u{23}#""##),
        ("größe 😀", #""größe 😀""#),
    ]

    @Test(arguments: literals.indices)
    func `a literal has the text, and shows all of it`(index: Int) {
        let (text, literal) = Self.literals[index]
        #expect(text.swiftLiteral == literal)
    }

    private static let rawLiterals = [
        (#"{"a": 1}"#, #######"#"{"a": 1}"#"#######),
        (#######"x"# \#(y)"#######, #######"##"x"# \#(y)"##"#######),
        (#######"x\##(y) "### ###"#######, #######"####"x\##(y) "### ###"####"#######),
        ("a\n\"\"\"#\n\nb", "##\"\"\"\n  a\n  \"\"\"#\n\n  b\n  \"\"\"##"),
    ]

    @Test(arguments: rawLiterals.indices)
    func `nothing in a raw literal ends it`(index: Int) {
        let (text, literal) = Self.rawLiterals[index]
        #expect(text.rawSwiftLiteral(indentedBy: "  ") == literal)
    }

    private static let unseen = [
        "a\tb", "a\r\nb", "\u{202e}", "\u{1b}[2J", "a\n::error::b",
    ]

    @Test(arguments: unseen.indices)
    func `a raw literal has nothing that is not seen`(index: Int) {
        let text = Self.unseen[index]
        #expect(text.rawSwiftLiteral(indentedBy: "  ") == nil)
    }

    private static let comments = [
        ("a\n\nb", "// a\n//\n// b\n"), ("a\r\nb\u{2028}*/", #"// a\r\nb\u2028*/"# + "\n"),
    ]

    @Test(arguments: comments.indices)
    func `a comment ends with its lines`(index: Int) {
        let (text, comment) = Self.comments[index]
        #expect(text.swiftComment == comment)
    }

    private static let hostile = [
        "", "plain", "it's", "''", "$(id) `id` ${HOME} $HOME", "a\\'b", "!! *?[a]{b} ~ # ; & | < >",
        "'\u{301}$(id)", "-o", "é\u{202e}",
    ]

    /// Shells that people paste lines into, as far as they are there.
    fileprivate static let shells = ["sh", "bash", "dash", "zsh", "ksh"].filter { shell in
        ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
    }

    @Test(.enabled(if: ExternalProgram.isSupported), arguments: shells)
    func `a shell reads every text as the word that it is`(shell: String) throws {
        var random = SeededRandom(seed: 28)
        let alphabet = Array("ab -'\"\\$`(){}[]!*?~#;&|<>=%@:,./\t\n\u{301}é".unicodeScalars)
        let texts =
            Self.hostile
            + (0..<300).map { _ in
                let scalars = (0...Int.random(in: 0..<12, using: &random)).map { _ in
                    alphabet[Int.random(in: alphabet.indices, using: &random)]
                }
                return String(String.UnicodeScalarView(scalars))
            }
        let words = texts.flatMap { [$0.shellQuoted, $0.shellWord] }
        let output = try ExternalProgram.run([shell, "-c", "printf '%s\\0' \(words.joined(separator: " "))"])
            .output
        #expect(output == Data(texts.flatMap { [$0, $0] }.map { $0 + "\0" }.joined().utf8))
    }

    @Test func `a recommended command quotes what a file says`() {
        #expect(ToolCommand("infer", "a$(touch x)").line.hasSuffix(" infer 'a$(touch x)'"))
        #expect(
            ToolCommand("record", "itunes", "--scenario", "search-1").line.hasSuffix("--scenario search-1"))
    }

    @Test func `a quotation mark with an accent does not end a quoted text`() {
        #expect("'\u{301}".shellQuoted == "''\\''\u{301}'")
    }
}

/// The line of curl in a generated test.
@Suite struct CurlCommandTests {
    private static let api = API(
        name: "photo-box",
        keys: [
            AccessKey(variable: "PHOTOS_KEY", secret: Secret("api_key"), source: "https://photos.test"),
            AccessKey(variable: "$(id)", secret: Secret("odd"), source: "https://photos.test"),
        ])

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var method = "GET"
        var url = "https://photos.test/a"
        var headers: HeaderFields = [:]
        var body = Data()
        /// The words after `curl --include --globoff --request`, or all if there is a pipe.
        let line: String
        var testDescription: String { name }

        var request: ReducedExchange.Request {
            .init(method: method, url: url, headers: headers, body: body)
        }
    }

    private static let cases = [
        Case(name: "plain", line: "GET --url 'https://photos.test/a'"),
        Case(
            name: "hostile URL", url: "https://photos.test/a?q='$(id)'`id`[1-9]{a,b}\n--output x é\u{202e}",
            line:
                #"GET --url 'https://photos.test/a?q='\''$(id)'\''`id`[1-9]{a,b}%0A--output%20x%20%C3%A9%E2%80%AE'"#
        ),
        Case(
            name: "the key of the API", url: "https://photos.test/a?api_key=REDACTED-api_key-1&b=2",
            line: #"GET --url 'https://photos.test/a?api_key='"$PHOTOS_KEY"'&b=2'"#),
        Case(
            name: "other secrets", url: "https://photos.test/REDACTED-home-1/REDACTED-odd-1/REDACTED-a.b-2",
            line:
                #"GET --url 'https://photos.test/'"$PHOTO_BOX_HOME"'/'"$PHOTO_BOX_ODD"'/'"$PHOTO_BOX_A_B_2""#),
        Case(
            name: "header fields",
            headers: [
                "Accept": "a'b", "Cookie": "s=1", "Host": "x", "X-Empty": "", "@file": "x", "X-A": "a\nb",
                "Authorization": "Bearer REDACTED-authorization-1",
            ],
            line: #"GET --url 'https://photos.test/a' --header 'Accept: a'\''b' --header 'X-Empty;' "#
                + #"--header 'Authorization: Bearer '"$PHOTO_BOX_AUTHORIZATION""#),
        Case(
            name: "an odd method", method: "GET`id`$x", line: "'GET`id`$x' --url 'https://photos.test/a'"),
        Case(
            name: "a body", method: "POST", body: Data(#"{"a": "it's"}"#.utf8),
            line:
                #"POST --url 'https://photos.test/a' --header 'Content-Type:' --data-binary '{"a": "it'\''s"}'"#
        ),
        Case(
            name: "a body that would be a file", method: "POST", body: Data("@/etc/passwd".utf8),
            line:
                "printf '@/etc/passwd' | POST --url 'https://photos.test/a' --header 'Content-Type:' --data-binary @-"
        ),
        Case(
            name: "a body of bytes", method: "PUT", body: Data("%d\\n\n#".utf8) + [0, 0xff],
            line:
                #"printf '%%d\\n\012\043\000\377' | PUT --url 'https://photos.test/a' --header 'Content-Type:' --data-binary @-"#
        ),
        Case(
            name: "a secret between bytes", method: "PUT", body: Data("a=REDACTED-api_key-1\n".utf8),
            line:
                #"printf 'a=%s\012' "$PHOTOS_KEY" | PUT --url 'https://photos.test/a' --header 'Content-Type:' --data-binary @-"#
        ),
        Case(
            name: "a body that would be an option", method: "PUT", body: Data("-va[$(id)]\n".utf8),
            line:
                #"printf '\055va[$(id)]\012' | PUT --url 'https://photos.test/a' --header 'Content-Type:' --data-binary @-"#
        ),
    ]

    @Test(arguments: cases) func `a shell expands nothing but the secrets`(_ item: Case) {
        let line = CurlCommand(item.request, of: Self.api).line
        #expect(line?.replacing("curl --include --globoff --request ", with: "") == item.line)
    }

    /// What a shell gives to curl, here a function, with every variable set to something hostile.
    @Test(
        .enabled(if: ExternalProgram.isSupported), arguments: SourceLiteralTests.shells,
        ["@a\n\u{7f}'%s\\", "-va[$(id >&2)]\n", "--\n", "-", "\\c%n%q%b"])
    func `a shell passes on what was recorded`(shell: String, beginning: String) throws {
        let url = "https://photos.test/?q='$(id)'&api_key=REDACTED-api_key-1"
        let body = Data(beginning.utf8) + [0xfe]
        let headers: HeaderFields = ["Accept": "'$(id)'"]
        let curl = CurlCommand(
            .init(method: "POST", url: url, headers: headers, body: body), of: Self.api)
        #expect(curl.variables == ["PHOTOS_KEY"])
        let script = """
            PHOTOS_KEY='$(id)"; *'
            curl() { for word; do printf '%s\\n' "$word"; done; cat; }
            \(try #require(curl.line))
            """
        let output = try ExternalProgram.run([shell, "-c", script]).output
        let words = [
            "--include", "--globoff", "--request", "POST", "--url",
            url.replacing("REDACTED-api_key-1", with: "$(id)\"; *"), "--header", "Accept: '$(id)'",
            "--header", "Content-Type:",
            "--data-binary", "@-", "",
        ]
        #expect(output == Data(words.joined(separator: "\n").utf8) + body)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a.test/", "data:,x"])
    func `what is not sent by HTTP has no line`(url: String) {
        let request = ReducedExchange.Request(method: "GET", url: url, headers: [:], body: Data())
        #expect(CurlCommand(request, of: nil).line == nil)
    }
}
