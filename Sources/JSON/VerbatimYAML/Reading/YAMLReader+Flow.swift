import VerbatimJSON

/// Nodes in flow style: collections in brackets (7.4).
extension YAMLReader {
    /// A node in a flow collection. A scalar or alias is written once it is known whether it is a key.
    private enum FlowNode {
        case scalar(Scalar)
        case alias(Alias)
        case collection(CoreTag, offset: Int)

        /// Whether a colon after it needs no white space around it.
        var endsItself: Bool {
            switch self {
            case .scalar(let scalar): !scalar.isPlain
            case .alias: false
            case .collection: true
            }
        }
    }

    /// Reads a collection from its opening bracket, and returns its kind.
    mutating func readFlowCollection(
        _ properties: Properties, in parent: Int, asKey: Bool
    ) throws(Failure) -> CoreTag {
        let kind: CoreTag = byte == UInt8(ascii: "[") ? .seq : .map
        try readCollection(kind, properties, asKey: asKey) { reader throws(Failure) in
            try kind == .seq ? reader.readFlowSequence(in: parent) : reader.readFlowMapping(in: parent)
        }
        return kind
    }

    private mutating func readFlowSequence(in parent: Int) throws(Failure) {
        let start = cursor
        output.beginArray(at: start)
        try readFlowEntries(in: parent, until: UInt8(ascii: "]"), start) { reader throws(Failure) in
            try reader.readFlowElement(in: parent, start)
        }
        output.endArray()
    }

    private mutating func readFlowMapping(in parent: Int) throws(Failure) {
        let start = cursor
        output.beginObject(at: start)
        try readFlowEntries(in: parent, until: UInt8(ascii: "}"), start) { reader throws(Failure) in
            if reader.isFlowIndicator(UInt8(ascii: "?")) {
                reader.cursor += 1
                try reader.skipFlowGap(in: parent, start)
            }
            try reader.readFlowMember(in: parent, start)
        }
        output.endObject()
    }

    private mutating func readFlowEntries(
        in parent: Int, until bracket: UInt8, _ start: Int,
        _ readEntry: (inout YAMLReader) throws(Failure) -> Void
    ) throws(Failure) {
        cursor += 1
        try skipFlowGap(in: parent, start)
        while byte != bracket {
            guard byte != UInt8(ascii: ",") else { throw unexpected("a value") }
            try readEntry(&self)
            try skipFlowGap(in: parent, start)
            if byte == UInt8(ascii: ",") {
                cursor += 1
                try skipFlowGap(in: parent, start)
            } else if byte != bracket {
                throw unexpected("',' or '\(Unicode.Scalar(bracket))'")
            }
        }
        cursor += 1
    }

    /// Reads an element of a sequence; one with a colon is a mapping of one entry.
    private mutating func readFlowElement(in parent: Int, _ opening: Int) throws(Failure) {
        let (start, line) = (cursor, lineStart)
        if isFlowIndicator(UInt8(ascii: "?")) {
            output.beginObject(at: start)
            cursor += 1
            try skipFlowGap(in: parent, opening)
            try readFlowMember(in: parent, opening)
            return output.endObject()
        }
        let node = try readFlowNode(in: parent, opening)
        let end = cursor
        skipWhite()
        guard isFlowColon(after: node) else {
            cursor = end
            return try write(node, asKey: false)
        }
        guard lineStart == line else { throw failure(.multilineKey, at: start) }
        if case .collection = node {} else { output.beginObject(at: start) }
        try write(node, asKey: true)
        try readFlowValue(in: parent, opening)
        output.endObject()
    }

    /// Reads a key and its value, either of which may be empty.
    private mutating func readFlowMember(in parent: Int, _ opening: Int) throws(Failure) {
        let node = try readFlowNode(in: parent, opening)
        try write(node, asKey: true)
        let end = cursor
        try skipFlowGap(in: parent, opening)
        guard isFlowColon(after: node) else { return output.appendLiteral(Array("null".utf8), at: end) }
        try readFlowValue(in: parent, opening)
    }

    private mutating func readFlowValue(in parent: Int, _ opening: Int) throws(Failure) {
        cursor += 1
        try skipFlowGap(in: parent, opening)
        try write(try readFlowNode(in: parent, opening), asKey: false)
    }

    private mutating func readFlowNode(in parent: Int, _ opening: Int) throws(Failure) -> FlowNode {
        var properties = Properties()
        while try readProperty(into: &properties) {
            guard Self.isSpace(byte) || Self.isFlowIndicator(byte) else {
                throw unexpected("white space after the tag or anchor")
            }
            try skipFlowGap(in: parent, opening)
        }
        let start = cursor
        var isPlain = true
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            return .collection(try readFlowCollection(properties, in: parent, asKey: false), offset: start)
        case UInt8(ascii: "*"):
            try properties.requireNone(before: start)
            return .alias(try readAlias())
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            isPlain = false
            try readQuoted(in: parent)
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): text.removeAll(keepingCapacity: true)
        case UInt8(ascii: ":") where !isPlainStart(inFlow: true): text.removeAll(keepingCapacity: true)
        default:
            guard isPlainStart(inFlow: true) else { throw unexpected("a value") }
            text.removeAll(keepingCapacity: true)
            readPlainLine(inFlow: true)
            try continuePlain(in: parent, inFlow: true)
        }
        return .scalar(Scalar(isPlain: isPlain, properties: properties, offset: start))
    }

    private mutating func write(_ node: FlowNode, asKey: Bool) throws(Failure) {
        switch node {
        case .scalar(let scalar): try write(scalar, asKey: asKey)
        case .alias(let alias): try write(alias, asKey: asKey)
        case .collection(let kind, let offset):
            if asKey { throw failure(.unsupportedKey(kind.noun), at: offset) }
        }
    }

    // MARK: Indicators and white space

    /// Whether the cursor is at a character that white space or a flow indicator follows.
    private func isFlowIndicator(_ character: UInt8) -> Bool {
        byte == character && (Self.isSpace(bytes[cursor + 1]) || Self.isFlowIndicator(bytes[cursor + 1]))
    }

    private func isFlowColon(after key: FlowNode) -> Bool {
        key.endsItself ? byte == UInt8(ascii: ":") : isFlowIndicator(UInt8(ascii: ":"))
    }

    /// Skips white space, line breaks and comments in a collection, whose lines have to be indented.
    ///
    /// A closing bracket may have the column of the collection around, as most readers allow.
    private mutating func skipFlowGap(in parent: Int, _ opening: Int) throws(Failure) {
        skipGap()
        guard !isAtEnd else {
            let kind: CoreTag = bytes[opening] == UInt8(ascii: "[") ? .seq : .map
            throw failure(.unterminated(kind.noun), at: opening)
        }
        guard isFirstOnLine else { return }
        let isClosing = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
        guard indentation > parent || isClosing && column == parent else {
            throw failure(.indentation("expected more than \(parent) columns in brackets"))
        }
    }
}
