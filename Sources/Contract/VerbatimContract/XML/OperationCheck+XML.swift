import VerbatimJSON

extension OperationCheck {
    /// Holds an XML body to its schema, as the JSON value the schema describes.
    mutating func checkXML(_ bytes: [UInt8], _ content: MediaTypeObject) {
        let root: XMLElement
        do {
            root = try XMLReader.read(bytes)
        } catch {
            let position = JSONPosition(of: error.offset, in: bytes)
            noteBody(
                .responseBodyMalformed, found: "not XML: \(position): \(error.reason)", expected: "XML",
                content.node,
                at: location(line: position.line, column: position.column))
            return
        }
        guard let schema = content.schema else { return }
        let name = contract.shapes[schema.shape].xml.name
        guard name == nil || name == root.name else {
            noteBody(
                .responseBodyKind, found: "XML with the root '\(root.name)'",
                expected: "the root '\(name ?? "")'",
                schema.node)
            return
        }
        check(root, of: bytes, schema)
    }

    private mutating func check(_ root: XMLElement, of bytes: [UInt8], _ schema: SchemaReference) {
        var value = XMLValue(root, shape: schema.shape, shapes: contract.shapes)
        guard let json = try? JSON(parsing: value.json) else { return }
        check(json, schema) { pointer, _ in
            let position = JSONPosition(of: value.offset(of: pointer), in: bytes)
            return (position.line, position.column)
        }
    }
}

extension JSONPosition {
    /// The line and column of a byte.
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        self.init(
            offset: offset, line: before.count { $0 == 0x0a } + 1, column: offset - lineStart + 1)
    }
}
