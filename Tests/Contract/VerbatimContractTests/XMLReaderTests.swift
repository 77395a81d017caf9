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
        ("", "an element is expected", 0),
        ("<a>", "'a' is not ended", 3),
        ("<a></b>", "'</b' does not end 'a'", 6),
        ("<a/><b/>", "there is something after the root element", 4),
        ("<a x=1/>", "a value in quotes is expected", 5),
        ("<a x='1' x='2'/>", "attribute 'x' occurs twice", 9),
        ("<a>&nope;</a>", "'&' must be written '&amp;' here", 3),
        ("<a b='<'/>", "'<' must be written '&lt;' here", 6),
        ("<!DOCTYPE a><a/>", "a document type declaration is refused", 0),
        ("<a>\u{1}</a>", "there is a control character", 3),
    ])
    func `says what is wrong and where`(text: String, reason: String, offset: Int) {
        let fault = #expect(throws: XMLFault.self) { try XMLReader.read(Array(text.utf8)) }
        #expect(fault?.reason == reason)
        #expect(fault?.offset == offset)
    }

    @Test func `refuses elements that lie too deep instead of crashing`() {
        let text = String(repeating: "<a>", count: 100_000)
        let fault = #expect(throws: XMLFault.self) { try XMLReader.read(Array(text.utf8)) }
        #expect(fault?.reason == "elements lie more than 256 deep")
    }
}
