import Testing
import VerbatimJSON

@testable import VerbatimContract

@Suite struct XMLValueTests {
    private static let schema = """
        {
          "type": "object",
          "properties": {
            "stat": {"type": "string", "xml": {"attribute": true}},
            "total": {"type": "integer", "xml": {"attribute": true}},
            "id": {"type": ["integer", "string"], "xml": {"attribute": true}},
            "note": {"type": "object", "properties": {"_content": {"type": "string", "xml": {"x-text": true}}}},
            "photo": {"type": "array", "items": {"properties": {"farm": {"type": "integer", "xml": {"attribute": true}}}}},
            "tags": {"type": "array", "xml": {"wrapped": true}, "items": {"type": "string", "xml": {"name": "tag"}}},
            "year": {"type": "integer"}
          }
        }
        """

    private func value(of xml: String) throws -> JSON {
        let document = try JSON(parsing: Self.schema)
        var shapes = SchemaShapes(References(in: document))
        let shape = shapes.add([document])
        let bytes = Array(xml.utf8)
        let value = XMLValue(try XMLReader.read(bytes), shape: shape, shapes: shapes)
        return try JSON(value.text, from: OriginalText(bytes))
    }

    @Test(arguments: [
        ("<a stat='ok' total='12'/>", "{\"stat\":\"ok\",\"total\":12,\"photo\":[]}"),
        ("<a total='twelve'/>", "{\"total\":\"twelve\",\"photo\":[]}"),
        ("<a id='7'/>", "{\"id\":\"7\",\"photo\":[]}"),
        ("<a><year>1999</year></a>", "{\"year\":1999,\"photo\":[]}"),
        ("<a><note>hi</note></a>", "{\"note\":{\"_content\":\"hi\"},\"photo\":[]}"),
        ("<a><photo farm='3'/></a>", "{\"photo\":[{\"farm\":3}]}"),
        ("<a><photo farm='3'/><photo farm='4'/></a>", "{\"photo\":[{\"farm\":3},{\"farm\":4}]}"),
        ("<a><tags><tag>x</tag><tag>y</tag></tags></a>", "{\"tags\":[\"x\",\"y\"],\"photo\":[]}"),
        ("<a><new b='1'>c</new></a>", "{\"new\":{\"b\":\"1\"},\"photo\":[]}"),
    ])
    func `converts XML to the JSON that its schema describes`(xml: String, json: String) throws {
        #expect(try value(of: xml).text == json)
    }

    @Test func `returns the offset of each value`() throws {
        let value = try value(of: "<a stat='ok'><photo farm='3'/><photo farm='4'/></a>")
        #expect(value["stat"].position.offset == 3)
        #expect(value["photo"][1].position.offset == 30)
        #expect(value["photo"][1]["farm"].position.offset == 37)
    }
}
