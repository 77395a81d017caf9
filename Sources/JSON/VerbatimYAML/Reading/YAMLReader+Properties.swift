import Foundation
import VerbatimJSON

/// Tags, anchors and aliases (6.9, 7.1).
extension YAMLReader {
    /// The tag and the anchor of a node.
    struct Properties {
        var tag: (tag: CoreTag, name: String)?
        var anchor: [UInt8]?
        /// The offset of the first of them.
        var offset: Int?

        var isEmpty: Bool { offset == nil }

        mutating func add(_ others: Properties) throws(Failure) {
            let offset = others.offset ?? 0
            guard tag == nil || others.tag == nil else {
                throw Failure(reason: .init("a second tag of the same value"), offset: offset)
            }
            guard anchor == nil || others.anchor == nil else {
                throw Failure(reason: .init("a second anchor of the same value"), offset: offset)
            }
            tag = tag ?? others.tag
            anchor = anchor ?? others.anchor
            self.offset = self.offset ?? others.offset
        }

        /// Throws an error if there are any, because an alias has none.
        func requireNone(before alias: Int) throws(Failure) {
            guard isEmpty else {
                throw Failure(reason: .init("a tag or anchor before an alias"), offset: alias)
            }
        }
    }

    /// A value that aliases can repeat.
    enum Anchor {
        case scalar(Scalar, text: [UInt8])
        /// A collection that is being read.
        case open(TranslatedText.Mark)
        case collection(TranslatedText.Mark, end: TranslatedText.Mark)
    }

    /// An alias: the name of its anchor, and its offset.
    struct Alias {
        let name: [UInt8]
        let offset: Int

        var text: String { String(decoding: name, as: UTF8.self) }
    }

    /// The most bytes that the aliases of a document may copy.
    private static let copyLimit = 16 << 20

    /// Reads a tag or an anchor; returns false if the cursor is at neither.
    mutating func readProperty(into properties: inout Properties) throws(Failure) -> Bool {
        var property = Properties()
        property.offset = cursor
        switch byte {
        case UInt8(ascii: "&"): property.anchor = try readAnchorName()
        case UInt8(ascii: "!"): property.tag = try readTag()
        default: return false
        }
        try properties.add(property)
        return true
    }

    mutating func readAlias() throws(Failure) -> Alias {
        let start = cursor
        return Alias(name: try readAnchorName(), offset: start)
    }

    /// Reads the name after the indicator of an anchor or alias.
    private mutating func readAnchorName() throws(Failure) -> [UInt8] {
        let start = cursor
        cursor += 1
        while !Self.isSpace(byte), !Self.isFlowIndicator(byte) { cursor += 1 }
        guard cursor > start + 1 else { throw failure(.invalidProperty("anchor without a name"), at: start) }
        return Array(bytes[start + 1..<cursor])
    }

    // MARK: Writing

    /// Reads a collection with its properties.
    mutating func readCollection(
        _ kind: CoreTag, _ properties: Properties, asKey: Bool,
        _ read: (inout YAMLReader) throws(Failure) -> Void
    ) throws(Failure) {
        guard !asKey else { throw failure(.unsupportedKey(kind.noun), at: properties.offset) }
        if let (tag, name) = properties.tag, tag != kind, !tag.isGeneral {
            throw failure(.tagMismatch(tag: name, found: kind.noun), at: properties.offset)
        }
        guard let name = properties.anchor else { return try nested(read) }
        let mark = output.markNextValue()
        anchors[name] = .open(mark)
        try nested(read)
        // The collection may contain another anchor with the name, which later aliases then mean.
        if case .open(mark) = anchors[name] { anchors[name] = .collection(mark, end: output.end) }
    }

    /// Writes a copy of the value that an alias repeats.
    mutating func write(_ alias: Alias, asKey: Bool) throws(Failure) {
        switch anchors[alias.name] {
        case .collection(let mark, let end) where !asKey:
            try count(TranslatedText.count(from: mark, to: end), of: alias)
            output.copy(mark, end, at: alias.offset)
        default: try write(try scalar(of: alias), asKey: asKey)
        }
    }

    /// Returns the scalar that an alias repeats, whose text it sets.
    mutating func scalar(of alias: Alias) throws(Failure) -> Scalar {
        switch anchors[alias.name] {
        case nil: throw failure(.unknownAnchor(alias.text), at: alias.offset)
        case .open: throw failure(.recursiveAlias(alias.text), at: alias.offset)
        case .collection: throw failure(.unsupportedKey("a collection"), at: alias.offset)
        case .scalar(var scalar, let text):
            try count(text.count, of: alias)
            self.text = text
            scalar.offset = alias.offset
            scalar.properties.anchor = nil
            return scalar
        }
    }

    private mutating func count(_ bytes: Int, of alias: Alias) throws(Failure) {
        copiedCount += bytes
        guard copiedCount <= Self.copyLimit else {
            throw failure(.aliasesTooLarge(limit: Self.copyLimit), at: alias.offset)
        }
    }

    // MARK: Tags

    private mutating func readTag() throws(Failure) -> (tag: CoreTag, name: String) {
        let start = cursor
        let isVerbatim = bytes[cursor + 1] == UInt8(ascii: "<")
        while !Self.isSpace(byte), isVerbatim || !Self.isFlowIndicator(byte) { cursor += 1 }
        let name = String(decoding: bytes[start..<cursor], as: UTF8.self)
        let tag = try CoreTag(fullName(of: name, at: start))
        if tag == .unknown || tag == .binary { note("tag '\(name.excerpt())' is ignored", at: start) }
        return (tag, name)
    }

    /// Returns a tag without its handle, or the name of a tag in angle brackets.
    private func fullName(of name: String, at start: Int) throws(Failure) -> String {
        if name.hasPrefix("!<") {
            guard name.hasSuffix(">"), name.utf8.count > 3 else {
                throw failure(.invalidProperty("tag; expected '>' after it"), at: start)
            }
            return String(name.dropFirst(2).dropLast())
        }
        guard name != "!" else { return name }
        let second = name.dropFirst().firstIndex(of: "!")
        let handle = second.map { String(name[...$0]) } ?? "!"
        let suffix = name.dropFirst(handle.count)
        guard let prefix = tagPrefixes[handle] else {
            throw failure(.unknownHandle(handle.excerpt()), at: start)
        }
        guard !suffix.isEmpty, !suffix.contains("!") else {
            throw failure(.invalidProperty("tag '\(name.excerpt())'"), at: start)
        }
        return prefix + (suffix.removingPercentEncoding ?? String(suffix))
    }
}
