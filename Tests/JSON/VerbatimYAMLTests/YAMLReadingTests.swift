import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport
import VerbatimYAML

/// The values of texts in all constructs of YAML. The public suite has hundreds more: `make conformance`.
@Suite struct YAMLReadingTests {
    @Test(arguments: blocks + flows + plain + quoted + blockScalars + properties + documents)
    func `a text has the value of the specification`(_ text: YAMLCase) {
        #expect(text.result == text.expected)
        // Line breaks of other systems are line feeds in values.
        let other = YAMLCase(text.text.replacing("\n", with: "\r\n"), text.expected)
        #expect(other.result == text.expected)
    }

    private static let blocks = [
        YAMLCase("a: 1\nb: 2\n", #"{"a":1,"b":2}"#),
        YAMLCase("a:\n  b: 1\n  c:\n    d: 2\ne: 3", #"{"a":{"b":1,"c":{"d":2}},"e":3}"#),
        YAMLCase("- a\n- b: 1\n  c: 2\n- - d\n  - e\n", #"["a",{"b":1,"c":2},["d","e"]]"#),
        YAMLCase("a:\n- 1\n- 2\nb:\n  - 3\n", #"{"a":[1,2],"b":[3]}"#),
        YAMLCase("-\n  a: 1\n-\n  - 2\n-\n", #"[{"a":1},[2],null]"#),
        YAMLCase("a:\nb: # nothing\nc: ~\n", #"{"a":null,"b":null,"c":null}"#),
        YAMLCase("# first\na: 1 # second\n  # third\n\n\nb: 2#3\n", #"{"a":1,"b":"2#3"}"#),
        YAMLCase("? a\n: 1\n? b\n? |\n  c\n: - 2\n", #"{"a":1,"b":null,"c\n":[2]}"#),
        YAMLCase("? a\n: b: 1\n  c: 2\n", #"{"a":{"b":1,"c":2}}"#),
        YAMLCase(
            "200: ok\ntrue: no\n0x1F: a\n1.50: b\n.inf: c\n~: d",
            ##"{"200":"ok","true":"no","0x1F":"a","1.50":"b",".inf":"c","~":"d"}"##),
        YAMLCase("a:⇥1⇥# c\n⇥\nb: [⇥2,⇥\n ⇥3]\n", #"{"a":1,"b":[2,3]}"#),
        YAMLCase("a: &x\n  b: 1\n\"c\" : 2\n'd': 3", #"{"a":{"b":1},"c":2,"d":3}"#),
    ]

    private static let flows = [
        YAMLCase("[]", "[]"), YAMLCase("{}", "{}"), YAMLCase("a: [ ]\nb: { }", #"{"a":[],"b":{}}"#),
        YAMLCase("[a, 1, [b, {c: d}], ]", #"["a",1,["b",{"c":"d"}]]"#),
        YAMLCase("{a: 1, b, c: , \"d\":4, ? e : 5}", #"{"a":1,"b":null,"c":null,"d":4,"e":5}"#),
        YAMLCase("[a: 1, ? b : 2, \"c\":3]", #"[{"a":1},{"b":2},{"c":3}]"#),
        YAMLCase("x: [\n  a, # one\n  b\n]\n", #"{"x":["a","b"]}"#),
        YAMLCase("x: {\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n", #"{"x":{"a":1,"b":[2]}}"#),
        YAMLCase("[http://a.b/c?d=e, a:b, -1, -a]", #"["http://a.b/c?d=e","a:b",-1,"-a"]"#),
        YAMLCase("{a\n b: c\n  d}", #"{"a b":"c d"}"#),
    ]

    private static let plain = [
        YAMLCase("a b  c\n", #""a b  c""#), YAMLCase("a\n b\n\n\n c\n", #""a b\n\nc""#),
        YAMLCase("a: b\n  c:d\n", #"{"a":"b c:d"}"#),
        YAMLCase("a: -b\n", #"{"a":"-b"}"#),
        YAMLCase("a: b\n  - c\n", #"{"a":"b - c"}"#),
        YAMLCase("a: {b: c}", #"{"a":{"b":"c"}}"#),
        YAMLCase("a: x{y}[z],\n", #"{"a":"x{y}[z],"}"#), YAMLCase("a: 'b' # c", #"{"a":"b"}"#),
        YAMLCase("- null\n- Null\n- NULL\n- nuLL\n- ~\n", #"[null,null,null,"nuLL",null]"#),
        YAMLCase("- true\n- True\n- FALSE\n- yes\n- off\n", #"[true,true,false,"yes","off"]"#),
        YAMLCase(
            "- 0\n- -0\n- +12\n- 007\n- 0o17\n- 0x1f\n- 1_000\n- 0b1", #"[0,-0,12,7,15,31,"1_000","0b1"]"#),
        YAMLCase(
            "- 1.5\n- .5\n- 1.\n- -1.e3\n- 1e-2\n- 1.2.3\n- .\n- 1e\n- +",
            #"[1.5,0.5,1,-1e3,1e-2,"1.2.3",".","1e","+"]"#),
        YAMLCase(
            "- 2026-11-22\n- 2026-11-22T10:00:00Z\n- 12:30\n",
            #"["2026-11-22","2026-11-22T10:00:00Z","12:30"]"#),
        YAMLCase(
            "- 123456789012345678901234567890\n- 0xFFFFFFFFFFFFFFFF",
            "[123456789012345678901234567890,18446744073709551615]"),
    ]

    private static let quoted = [
        YAMLCase(#"'it''s'"#, #""it's""#), YAMLCase("''", #""""#), YAMLCase(#""""#, #""""#),
        YAMLCase("'a\n  b\n\n  c'", #""a b\nc""#), YAMLCase("\"a  \n  b\\\n  c\\n\n\n d\"", #""a bc\n\nd""#),
        YAMLCase(
            #""\0\a\b\e\f\n\r\t\v\/\\\"\ \_\N\L\P""#,
            "\"\\u0000\\u0007\\b\\u001b\\f\\n\\r\\t\\u000b/\\\\\\\" \u{a0}\u{85}\u{2028}\u{2029}\""),
        YAMLCase(#""\x41\u00e9\U0001F600\ud83d\ude00""#, #""Aé😀😀""#),
        YAMLCase(#""a\⇥b""#, #""a\tb""#), YAMLCase("'a # b: c'", #""a # b: c""#),
        YAMLCase("- '12'\n- \"true\"\n- 'null'\n", #"["12","true","null"]"#),
    ]

    private static let blockScalars = [
        YAMLCase("a: |\n  b\n   c\n\n  d\ne: f", #"{"a":"b\n c\n\nd\n","e":"f"}"#),
        YAMLCase("a: >\n  b\n  c\n\n  d\n    e\n  f\n", #"{"a":"b c\nd\n  e\nf\n"}"#),
        YAMLCase("a: |-\n  b\n\nc: |+\n  d\n\ne: >-\n  f\n  g\n", #"{"a":"b","c":"d\n\n","e":"f g"}"#),
        YAMLCase("a: |2\n   b\n  c\nd: |1-\n  e", #"{"a":" b\nc\n","d":" e"}"#),
        YAMLCase("a: |-2 # c\n  b\n # end\nd: 1", #"{"a":"b","d":1}"#),
        YAMLCase("- |\n a\n- >\n\n\n b\n\n", #"["a\n","\n\nb\n"]"#),
        YAMLCase("--- |\na\n# b\n", #""a\n# b\n""#), YAMLCase("a: |\n\nb: >-\n", #"{"a":"","b":""}"#),
        YAMLCase("a: |+\n\n\nb: 1", #"{"a":"\n\n","b":1}"#),
        YAMLCase("a: |\n  ⇥b: c\n", #"{"a":"\tb: c\n"}"#),
    ]

    private static let properties = [
        YAMLCase("a: &x 1\nb: *x\n*x : c\n", #"{"a":1,"b":1,"1":"c"}"#),
        YAMLCase("a: &x\n  b: [1]\nc: [*x, *x]\n", #"{"a":{"b":[1]},"c":[{"b":[1]},{"b":[1]}]}"#),
        YAMLCase("&r\n&k a: &v b\n? *v\n: *k\n", #"{"a":"b","b":"a"}"#),
        YAMLCase("- &a 1\n- &a 2\n- *a\n", "[1,2,2]"), YAMLCase("- &a\n- *a\n", "[null,null]"),
        YAMLCase("&a [&a b, *a, c, *a]", #"["b","b","c","b"]"#),
        YAMLCase(
            "- !!str 12\n- !!int '12'\n- !!float 1\n- !!bool \"true\"\n- !!null ''\n- !!str\n- ! 3",
            #"["12",12,1,true,null,"","3"]"#),
        YAMLCase("!!map {a: !!seq [b]}", #"{"a":["b"]}"#), YAMLCase("!<tag:yaml.org,2002:str> 1", #""1""#),
        YAMLCase("%TAG !y! tag:yaml.org,2002:\n---\n!y!str 1", #""1""#),
        YAMLCase("a: !!seq\n- b\nc: !!map\n  d: &e !!str 1\n", #"{"a":["b"],"c":{"d":"1"}}"#),
    ]

    private static let documents = [
        YAMLCase("%YAML 1.2\n---\na\n...\n# end\n", #""a""#), YAMLCase("---\n", "null"),
        YAMLCase("\u{feff}a: 1", #"{"a":1}"#), YAMLCase("--- # c\n- a\n", #"["a"]"#),
        YAMLCase("--- >\n a\n b\n...", #""a b\n""#),
        YAMLCase("---a: b\n---c: d", #"{"---a":"b","---c":"d"}"#),
    ]

    @Test func `the documents of a stream are read one after the other`() throws {
        let text =
            "%YAML 1.2\n--- &a 1\n---\n- 2\n...\n...\n%TAG !x! !\n---\nb: c\n"
        var stream = try YAMLStream(parsing: Data(text.utf8))
        var values: [String] = []
        while let document = try stream.next() { values.append(document.root.text) }
        #expect(values == ["1", "[2]", #"{"b":"c"}"#])
    }

    @Test func `what may mean something else is reported`() throws {
        let text = "%YAML 1.1\n%FOO bar\n---\na: !Ref b\n<<: {c: 1}\n"
        let document = try YAMLDocument(parsing: Data(text.utf8))
        #expect(
            document.warnings.map { "\($0.position): \($0.message)" } == [
                "1:1: YAML 1.1 is read as YAML 1.2", "2:1: directive '%FOO' is ignored",
                "4:4: tag '!Ref' is ignored",
                "5:1: '<<' is a key like any other in YAML 1.2; it merges nothing",
            ])
        #expect(document.root["a"].string == "b")
    }

    @Test func `texts in Base64 are known by their positions`() throws {
        let text = "a: !binary |\n  aGk=\nb: &x [!!binary aGk=, aGk=, !binary 12]\nc: *x\n!!binary d: 1\n"
        let document = try YAMLDocument(parsing: Data(text.utf8))
        let root = document.root
        let known = [root["a"], root["b"][0], root["b"][1], root["b"][2], root["c"][0], root["c"][1]].map {
            document.binaries.contains($0.position)
        }
        #expect(known == [true, true, false, true, true, false])
        #expect(root["b"].text == #"["aGk=","aGk=","12"]"#)
    }

    @Test(arguments: [
        ("a: \"b\nc\"", "b c", ["2:1: wrong indentation; expected more than 0 columns in a quoted string"]),
        (
            "- a:\n    'b\n\n  c\nd'\n", "b\nc d",
            ["4:3: wrong indentation; expected more than 2 columns in a quoted string"]
        ),
        (
            "a: {b: \"c \\\nd\"}", "c d",
            ["2:1: wrong indentation; expected more than 0 columns in a quoted string"]
        ),
        ("a: 'b\n c'", "b c", []),
    ])
    func `lines of a quoted text may be indented less, with a warning`(
        text: String, value: String, warnings: [String]
    ) throws {
        let document = try YAMLDocument(parsing: Data(text.utf8))
        var root = document.root
        while let inner = root.elements.first ?? root.members.first?.value { root = inner }
        #expect(root.string == value)
        #expect(document.warnings.map { "\($0.position): \($0.message)" } == warnings)
    }

    @Test func `values survive being written in any style`() throws {
        for seed in 0..<TestEffort.count(60, of: 20_000) {
            var writer = YAMLWriter(random: SeededRandom(seed: UInt64(seed)))
            let value = writer.value(levels: 4)
            let text = writer.document(value)
            let root = try? YAMLDocument(parsing: Data(text.utf8)).root
            #expect(root?.value == value, "seed \(seed): \(value)\n\(text)")
        }
    }

    @Test func `JSON is YAML`() throws {
        for name in TestEffort.isExhaustive ? ["itunes", "flickr", "google-books"] : ["reqres"] {
            let file = PackageFolder.url("Contracts/\(name).json")
            let text = try Data(contentsOf: file)
            #expect(try YAMLDocument(parsing: text).root == JSON(parsing: text))
        }
    }
}
