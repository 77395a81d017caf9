import VerbatimJSON

/// The parser, access to all values of a document, and the writers.
enum ParserFuzzTarget: FuzzTarget {
    static let name = "parser"

    static func run(_ bytes: [UInt8]) {
        checkParsers(bytes)
        guard let json = try? JSON(parsing: bytes) else { return }
        visit(json)
        checkWriting(json, bytes)
        _ = json.duplicates
    }

    /// The fast parser accepts exactly the arrays and objects that the other one accepts, with the same tape.
    private static func checkParsers(_ bytes: [UInt8]) {
        let indexed = JSON.tapeWords(of: bytes, parser: .indexed, maximumDepth: 64)
        let sequential = JSON.tapeWords(of: bytes, parser: .sequential, maximumDepth: 64)
        // A scalar takes one word.
        precondition(indexed == (sequential?.count == 1 ? nil : sequential), "the two parsers differ")
    }

    /// Reads all properties of every value.
    private static func visit(_ json: JSON) {
        precondition(json.exists && json.position.offset >= 0 && !json.text.isEmpty)
        if let number = json.number { checkNumber(number) }
        _ = (json.string, json.bool, json.int, json.double)
        precondition(json.elements.count == Array(json.elements).count)
        for element in json.elements { visit(element) }
        for member in json.members {
            precondition(json[member.name].exists)
            visit(member.value)
        }
    }

    private static func checkNumber(_ number: JSONNumber) {
        precondition(number == number && !(number < number))
        precondition(number.isMultiple(of: 1) == number.isInteger)
        _ = number.isMultiple(of: number)
    }

    /// Traps unless a written value is read as the same, and a change of layout can be reverted.
    private static func checkWriting(_ json: JSON, _ bytes: [UInt8]) {
        let value = json.value
        for style in [JSONStyle.compact, .pretty, .stable] {
            let again = try? JSON(parsing: value.bytes(style))
            precondition(again?.value == value)
        }
        guard let minified = try? JSONLayout.minified(bytes),
            let indented = try? JSONLayout.indented(minified)
        else { preconditionFailure("a document cannot be laid out") }
        precondition((try? JSONLayout.minified(indented)) == minified)
    }
}
