import Testing

@testable import VerbatimContract

@Suite struct XMLReaderTests {
    @Test func `reads elements, attributes and text with their locations`() throws {
        let text =
            "<?xml version=\"1.0\"?>\n<!-- hi -->\n<a x='1 &amp; &#x32;'>one<b/><![CDATA[<two>]]></a>\n"
        let root = try XMLReader.read(Array(text.utf8))
        #expect(root.name == "a")
        #expect(root.attributes.map(\.name) == ["x"])
        #expect(root.attributes.map(\.value) == ["1 & 2"])
        #expect(root.text == "one<two>")
        #expect(root.children.map(\.name) == ["b"])
        #expect(root.offset == 34)
        #expect(root.attributes.map(\.offset) == [37])
    }

    @Test(arguments: [
        ("", "expected an element", 0),
        ("<a>", "unterminated element 'a'", 3),
        ("<a></b>", "expected '</a>', found '</b>'", 6),
        ("<a/><b/>", "unexpected content after the root element", 4),
        ("<a x=1/>", "expected a quoted value", 5),
        ("<a x='1' x='2'/>", "duplicate attribute 'x'", 9),
        ("<a>&nope;</a>", "'&' must be escaped as '&amp;'", 3),
        ("<a b='<'/>", "'<' must be escaped as '&lt;'", 6),
        ("<!DOCTYPE a><a/>", "document type declarations are not supported", 0),
        ("<a>\u{1}</a>", "control character", 3),
    ])
    func `reports errors with their offsets`(text: String, reason: String, offset: Int) {
        let error = #expect(throws: XMLError.self) { try XMLReader.read(Array(text.utf8)) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test func `refuses deeply nested elements`() {
        let text = String(repeating: "<a>", count: 100_000)
        let error = #expect(throws: XMLError.self) { try XMLReader.read(Array(text.utf8)) }
        #expect(error?.reason == "elements are nested more than 256 deep")
    }
}
