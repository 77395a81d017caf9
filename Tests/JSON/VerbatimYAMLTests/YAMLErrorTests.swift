import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimYAML

/// Texts that are refused, with the position and the message.
@Suite struct YAMLErrorTests {
    @Test(arguments: structure + indentation + scalars + properties + documents + inexpressible)
    func `an error has a position and says what to do`(_ text: YAMLCase) {
        #expect(text.result == text.expected)
    }

    private static let structure = [
        YAMLCase(
            "a: b: c", "1:4: a mapping must begin on a line of its own; quote a value that contains ': '"),
        YAMLCase("a: 1\nb\nc: 2", "2:2: unexpected end of line; expected ':' after the key"),
        YAMLCase("a: 'b' c", "1:8: unexpected 'c'; expected the end of the line"),
        YAMLCase("a: [b]#c", "1:7: unexpected '#'; expected the end of the line"),
        YAMLCase("a: - b", "1:4: a sequence must begin on a line of its own"),
        YAMLCase(
            "--- a: b", "1:5: a mapping must begin on a line of its own; quote a value that contains ': '"),
        YAMLCase("- a\nb: c", "2:1: unexpected 'b'; expected '- ' of the next entry"),
        YAMLCase("[a, b", "1:1: a sequence does not end"),
        YAMLCase("x: {a: b", "1:4: a mapping does not end"),
        YAMLCase("[a b: c\n d: e]", "2:3: unexpected ':'; expected ',' or ']'"),
        YAMLCase("[a, , b]", "1:5: unexpected ','; expected a value"),
        YAMLCase("{a: b} c", "1:8: unexpected 'c'; expected the end of the document"),
        YAMLCase("a: @b", "1:4: unexpected '@'; expected a value"),
        YAMLCase("a: `b`", "1:4: unexpected '`'; expected a value"),
        YAMLCase("a: é é\nb: ]é", "2:4: unexpected ']'; expected a value"),
        YAMLCase("'a\n b': c", "1:1: a key of several lines; write it on one line, or after '? '"),
        YAMLCase(
            "a: 1\n<<<<<<< HEAD\nb: 2\n", "2:13: unresolved merge conflict; keep one of the two versions"),
    ]

    private static let indentation = [
        YAMLCase(
            "a:\n  b: 1\n   c: 2",
            "3:5: unexpected ':'; expected the end of the line; quote a value that contains ': '"),
        YAMLCase("a:\n  b: 1\n c: 2", "3:2: wrong indentation; expected 0 columns, as the entries above"),
        YAMLCase("a:\n⇥b: 1", "2:1: tab in the indentation; use spaces"),
        YAMLCase("a:\n  b: 1\n⇥⇥c: 2", "3:1: tab in the indentation; use spaces"),
        YAMLCase("-⇥- a", "1:2: tab in the indentation; use spaces"),
        YAMLCase("a:\n  - [b,\n c]", "3:2: wrong indentation; expected more than 2 columns in brackets"),
        YAMLCase("a: \"b\n---\nc\"", "1:4: a quoted string does not end"),
        YAMLCase(
            "a: |\n   \n  b\n", "3:3: wrong indentation; expected no less than in the empty lines before"),
    ]

    private static let scalars = [
        YAMLCase(#"a: "b"#, "1:4: a quoted string does not end"),
        YAMLCase("'a", "1:1: a quoted string does not end"),
        YAMLCase(
            #"a: "\q""#, #"1:5: invalid escape in a string; write a backslash as \\, or use single quotes"#),
        YAMLCase(#""\ud83d""#, #"1:2: invalid \u escape in a string: half of a surrogate pair"#),
        YAMLCase(
            #""\U00110000""#,
            #"1:2: invalid escape in a string; write a backslash as \\, or use single quotes"#),
        YAMLCase("a: |x\n b", "1:5: unexpected 'x'; expected a line break after the block indicator"),
        YAMLCase("a: |0\n b", "1:5: unexpected '0'; expected a line break after the block indicator"),
        YAMLCase("a: 0x1FFFFFFFFFFFFFFFF", "1:4: an integer of more than 64 bits; write it as a decimal"),
        YAMLCase("a: \u{1}", "1:4: control character 0x01; write it as an escape"),
    ]

    private static let properties = [
        YAMLCase("a: *b", "1:4: no anchor '&b' before this alias"),
        YAMLCase("a: &b\n  c: *b", "2:6: alias '*b' is in the node that it repeats"),
        YAMLCase("a: &b &c d", "1:7: a second anchor of the same value"),
        YAMLCase("a: !!str !!int 1", "1:10: a second tag of the same value"),
        YAMLCase("a: &b 1\nc: &d *b", "2:7: a tag or anchor before an alias"),
        YAMLCase("a: & b", "1:4: invalid anchor without a name"),
        YAMLCase("a: !<b c", "1:4: invalid tag; expected '>' after it"),
        YAMLCase("a: !e!b c", "1:4: tag handle '!e!' is not declared; add a %TAG directive"),
        YAMLCase("a: !!int b", "1:10: tag '!!int' does not allow 'b'"),
        YAMLCase("a: !!seq {}", "1:4: tag '!!seq' does not allow a mapping"),
        YAMLCase("a: !!map 1", "1:10: tag '!!map' does not allow '1'"),
        YAMLCase("a: !!str,b", "1:9: unexpected ','; expected white space after the tag or anchor"),
    ]

    private static let documents = [
        YAMLCase("", "1:1: the text has no document"), YAMLCase("# only\n", "2:1: the text has no document"),
        YAMLCase("a: 1\n---\nb: 2\n", "2:1: a second document; only a text with one document can be read"),
        YAMLCase("%YAML 2.0\n---\n", "1:1: YAML 2.0 is not supported; expected 1.2"),
        YAMLCase("%YAML 1.2 x\n---\n", "1:1: invalid directive; expected '%YAML 1.2'"),
        YAMLCase("%YAML 1.2\n%YAML 1.2\n---\n", "2:1: a second directive '%YAML'"),
        YAMLCase("%TAG !a\n---\n", "1:1: invalid directive; expected '%TAG !handle! prefix'"),
        YAMLCase("%YAML 1.2\na: 1", "2:1: unexpected 'a'; expected '---' after the directives"),
        YAMLCase("a\n... b", "2:5: unexpected 'b'; expected a line break after '...'"),
    ]

    /// Texts that are YAML, but have values that JSON does not have.
    private static let inexpressible = [
        YAMLCase("a: .inf", "1:4: .inf has no equivalent in JSON; quote it for a string"),
        YAMLCase("- 1\n- -.INF", "2:3: -.INF has no equivalent in JSON; quote it for a string"),
        YAMLCase("[.nan]", "1:2: .nan has no equivalent in JSON; quote it for a string"),
        YAMLCase("a: 1\nb: 2\na: 3", "3:1: duplicate key 'a' in a mapping; first at 1:1"),
        YAMLCase("{1: a, \"1\": b}", "1:8: duplicate key '1' in a mapping; first at 1:2"),
        YAMLCase("? {a: b}\n: c", "1:3: a mapping as a key has no equivalent in JSON; use a string"),
        YAMLCase("[a]: b", "1:1: a sequence as a key has no equivalent in JSON; use a string"),
        YAMLCase("? - a\n: b", "1:3: a sequence as a key has no equivalent in JSON; use a string"),
        YAMLCase(": a", "1:1: nothing as a key has no equivalent in JSON; use a string"),
        YAMLCase("{[a]: b}", "1:2: a sequence as a key has no equivalent in JSON; use a string"),
        YAMLCase("- &a [b]\n- *a : c", "2:3: a collection as a key has no equivalent in JSON; use a string"),
    ]

    @Test(arguments: [
        ("UTF-16", [0xff, 0xfe, 0x61, 0]), ("UTF-16", [0xfe, 0xff, 0, 0x61]), ("UTF-16", [0x61, 0]),
        ("UTF-32", [0xff, 0xfe, 0, 0]), ("UTF-32", [0, 0, 0xfe, 0xff]), ("UTF-32", [0, 0, 0, 0x61]),
    ])
    func `another encoding is named`(_ name: String, _ bytes: [UInt8]) {
        #expect(throws: YAMLError(reason: .encoding(name), position: .init(offset: 0, line: 1, column: 1))) {
            try YAMLDocument(parsing: Data(bytes))
        }
    }

    @Test func `bytes that are not UTF-8 are located`() {
        let text = Data("a: é\nb: ".utf8) + [0xc3, 0x28]
        #expect(throws: YAMLError(reason: .invalidUTF8, position: .init(offset: 9, line: 2, column: 4))) {
            try YAMLDocument(parsing: text)
        }
    }
}
