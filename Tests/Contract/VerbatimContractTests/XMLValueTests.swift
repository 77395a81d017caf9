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

    private func value(of xml: String) throws -> XMLValue {
        let document = try JSON(parsing: Self.schema)
        var shapes = SchemaShapes(References(in: document))
        let shape = shapes.add([document])
        return XMLValue(try XMLReader.read(Array(xml.utf8)), shape: shape, shapes: shapes)
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
        #expect(try value(of: xml).json == json)
    }

    @Test func `returns the offset of each value`() throws {
        var value = try value(of: "<a stat='ok'><photo farm='3'/><photo farm='4'/></a>")
        #expect(value.offset(of: JSONPointer(["stat"])) == 3)
        #expect(value.offset(of: JSONPointer(["photo", "1"])) == 30)
        #expect(value.offset(of: JSONPointer(["photo", "1", "farm"])) == 37)
        #expect(value.offset(of: JSONPointer(["photo", "1", "id"])) == 30)
    }
}
