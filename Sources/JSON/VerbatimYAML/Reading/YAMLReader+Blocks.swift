import VerbatimJSON

/// Nodes in block style: sequences and mappings that lines and their indentation make (8.2).
///
/// A collection is known by the column of its entries. After an entry the cursor is at the content of a later
/// line, so a collection that contains another one continues if that line has its own column.
extension YAMLReader {
    /// The place of a node, on which it depends where a collection may begin.
    enum Place {
        /// At the beginning of a document.
        case line
        /// After `---`.
        case afterMarker
        /// After `- `.
        case entry
        /// After `? `.
        case key
        /// After a colon that is an entry of its own.
        case explicitValue
        /// After a key and a colon.
        case value

        /// Whether a collection may begin on the line of the indicator.
        var isCompact: Bool { self == .entry || self == .key || self == .explicitValue }

        /// Whether the entries of a sequence may have the column of the mapping around it.
        var allowsSameColumn: Bool { self == .key || self == .explicitValue || self == .value }
    }

    /// Reads a node, which may be empty.
    ///
    /// - Parameter parent: The column of the collection around it, or -1. The lines of the node are indented
    ///   more.
    mutating func readNode(in parent: Int, _ place: Place) throws(Failure) {
        let start = cursor
        skipGap()
        // Properties on the line of the content may belong to the first key of a mapping, others do not.
        var (outer, inner) = (Properties(), Properties())
        while try !isEmptyNode(in: parent, place), try readProperty(into: &inner) {
            guard Self.isSpace(byte) else { throw unexpected("white space after the tag or anchor") }
            let line = lineStart
            skipGap()
            guard lineStart != line else { continue }
            try outer.add(inner)
            inner = Properties()
        }
        guard try !isEmptyNode(in: parent, place) else {
            try outer.add(inner)
            text.removeAll(keepingCapacity: true)
            return try write(Scalar(isPlain: true, properties: outer, offset: start), asKey: place == .key)
        }
        try readContent(in: parent, place, outer, inner)
    }

    /// Whether nothing that belongs to a node follows.
    private func isEmptyNode(in parent: Int, _ place: Place) throws(Failure) -> Bool {
        if isAtEnd { return true }
        guard isFirstOnLine else { return false }
        if column > parent {
            guard indentation > parent else { throw failure(.tab, at: lineStart + indentation) }
            return false
        }
        return !(place.allowsSameColumn && column == parent && isIndicator(UInt8(ascii: "-")))
    }

    private mutating func readContent(
        in parent: Int, _ place: Place, _ outer: Properties, _ inner: Properties
    ) throws(Failure) {
        let start = inner.offset ?? cursor
        let allowsBlock = place.isCompact || start == lineContent
        let column = start - lineStart
        if isIndicator(UInt8(ascii: "-")) || isIndicator(UInt8(ascii: "?")) {
            let isSequence = byte == UInt8(ascii: "-")
            let kind: CoreTag = isSequence ? .seq : .map
            guard allowsBlock, inner.isEmpty else { throw failure(.misplacedCollection(kind.noun)) }
            try requireSpaces(before: start)
            return try readCollection(kind, outer, asKey: place == .key) { reader throws(Failure) in
                try isSequence
                    ? reader.readSequence(at: column, isInMapping: column == parent)
                    : reader.readMapping(at: column, from: start, beginsWith: nil)
            }
        }
        guard let key = try readInlineNode(in: parent, place, outer, inner) else { return }
        guard allowsBlock else { throw failure(.misplacedCollection(CoreTag.map.noun), at: start) }
        try requireSpaces(before: start)
        try readCollection(.map, outer, asKey: place == .key) { reader throws(Failure) in
            try reader.readMapping(at: column, from: start, beginsWith: key)
        }
    }

    /// Reads a node that begins on this line and is no block collection; if a colon follows, returns it as
    /// the key that it then is.
    private mutating func readInlineNode(
        in parent: Int, _ place: Place, _ outer: Properties, _ inner: Properties
    ) throws(Failure) -> Scalar? {
        let (start, line) = (cursor, lineStart)
        var all = outer
        switch byte {
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            try all.add(inner)
            try readBlockScalar(in: parent)
            try write(Scalar(isPlain: false, properties: all, offset: start), asKey: place == .key)
            return nil
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            try all.add(inner)
            let kind = try readFlowCollection(all, in: parent, asKey: place == .key)
            guard isAtColon() else { return nil }
            throw failure(lineStart == line ? .unsupportedKey(kind.noun) : .multilineKey, at: start)
        case UInt8(ascii: "*"):
            try inner.requireNone(before: start)
            let alias = try readAlias()
            if isAtColon() { return try scalar(of: alias) }
            try outer.requireNone(before: start)
            try write(alias, asKey: place == .key)
            return nil
        default:
            let isPlain = try readScalarLine(in: parent)
            if isAtColon() {
                guard lineStart == line else { throw failure(.multilineKey, at: start) }
                return Scalar(isPlain: isPlain, properties: inner, offset: start)
            }
            try all.add(inner)
            if isPlain { try continuePlain(in: parent, inFlow: false) }
            try write(Scalar(isPlain: isPlain, properties: all, offset: start), asKey: place == .key)
            return nil
        }
    }

    /// Reads a quoted scalar, or the first line of a plain one, which may be empty before a colon; returns
    /// whether it is plain.
    private mutating func readScalarLine(in parent: Int) throws(Failure) -> Bool {
        text.removeAll(keepingCapacity: true)
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            try readQuoted(in: parent)
            return false
        }
        if isIndicator(UInt8(ascii: ":")) { return true }
        guard isPlainStart(inFlow: false) else { throw unexpected("a value") }
        readPlainLine(inFlow: false)
        return true
    }

    /// Whether a colon follows on this line, to which the cursor then moves.
    private mutating func isAtColon() -> Bool {
        let start = cursor
        skipWhite()
        if isIndicator(UInt8(ascii: ":")) { return true }
        cursor = start
        return false
    }

    // MARK: Sequences and mappings

    private mutating func readSequence(at column: Int, isInMapping: Bool) throws(Failure) {
        output.beginArray(at: cursor)
        while isIndicator(UInt8(ascii: "-")) {
            cursor += 1
            try readNode(in: column, .entry)
            guard try continues(at: column) else { return output.endArray() }
        }
        guard isInMapping else { throw unexpected("'- ' of the next entry") }
        output.endArray()
    }

    /// - Parameter key: The first key if it has been read; the cursor is at its colon.
    private mutating func readMapping(
        at column: Int, from start: Int, beginsWith key: Scalar?
    ) throws(Failure) {
        output.beginObject(at: start)
        if let key { try readEntry(key, at: column) } else { try readExplicitEntry(at: column) }
        while try continues(at: column) {
            if isIndicator(UInt8(ascii: "?")) {
                try readExplicitEntry(at: column)
            } else {
                try readEntry(try readKey(), at: column)
            }
        }
        output.endObject()
    }

    /// Reads the colon after a key, and the value.
    private mutating func readEntry(_ key: Scalar, at column: Int) throws(Failure) {
        try write(key, asKey: true)
        cursor += 1
        try readNode(in: column, .value)
    }

    /// Reads a key after `?`, and its value, which may be missing.
    private mutating func readExplicitEntry(at column: Int) throws(Failure) {
        cursor += 1
        try readNode(in: column, .key)
        let end = cursor
        skipGap()
        guard isFirstOnLine, self.column == column, isIndicator(UInt8(ascii: ":")) else {
            return output.appendLiteral(Array("null".utf8), at: end)
        }
        cursor += 1
        try readNode(in: column, .explicitValue)
    }

    /// Reads a key up to its colon.
    private mutating func readKey() throws(Failure) -> Scalar {
        var properties = Properties()
        while try readProperty(into: &properties) {
            guard Self.isSpace(byte) else { throw unexpected("white space after the tag or anchor") }
            skipWhite()
        }
        guard let key = try readInlineKey(properties) else { throw unexpected("':' after the key") }
        return key
    }

    private mutating func readInlineKey(_ properties: Properties) throws(Failure) -> Scalar? {
        let (start, line) = (cursor, lineStart)
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let kind = try readFlowCollection(properties, in: column, asKey: false)
            guard isAtColon(), lineStart == line else { return nil }
            throw failure(.unsupportedKey(kind.noun), at: start)
        case UInt8(ascii: "*"):
            try properties.requireNone(before: start)
            let alias = try readAlias()
            return isAtColon() ? try scalar(of: alias) : nil
        default:
            let isPlain = try readScalarLine(in: column)
            guard lineStart == line else { throw failure(.multilineKey, at: start) }
            return isAtColon() ? Scalar(isPlain: isPlain, properties: properties, offset: start) : nil
        }
    }

    /// Whether another entry of a collection follows. Nothing but a line break may follow an entry.
    private mutating func continues(at column: Int) throws(Failure) -> Bool {
        skipGap()
        if isAtEnd { return false }
        guard isFirstOnLine else {
            let advice = byte == UInt8(ascii: ":") ? "; quote a value that contains ': '" : ""
            throw unexpected("the end of the line\(advice)")
        }
        guard self.column >= column else { return false }
        try requireSpaces(before: cursor)
        guard self.column == column else {
            throw failure(.indentation("expected \(column) columns, as the entries above"))
        }
        return true
    }
}
