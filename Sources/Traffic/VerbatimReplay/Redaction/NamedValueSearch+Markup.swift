import Foundation
import VerbatimJSON

extension NamedValueSearch {
    /// Adds the value of an attribute or of an element of XML or HTML, or a value assigned in a script: `<a
    /// name="value">`, `<a name=value>`, `<name>value</name>` and `name = "value"`. Returns whether the name
    /// has a value that is secret.
    mutating func addMarkup(_ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule) -> Bool {
        if beginsElement(name) { return addElement(of: Array(plain), from: name.range.upperBound, rule) }
        let before = name.before?.byte ?? UInt8(ascii: " ")
        // In a script, a statement or the name of an object can be before it.
        let isAttribute = before <= 0x20 || ",;>{(".utf8.contains(before) || (tag != nil && before != "=")
        guard isAttribute, let value = attributeValue(after: name.range.upperBound) else { return false }
        return add(value.range, of: plain, rule, value: value.plain, isNested: tag == nil)
    }

    typealias Value = (range: Range<Int>, plain: String)

    /// Returns the value after `=`, in quotes or, in a tag, without them.
    private func attributeValue(after end: Int) -> Value? {
        let equals = text.skippingSpace(end)
        guard let unit = text.unit("=", at: equals) else { return nil }
        let start = text.skippingSpace(equals + unit.length)
        guard let first = text.unit(ifAt: start) else { return nil }
        guard first.isQuote else {
            guard tag != nil else { return nil }
            var end = start
            while let unit = text.unit(ifAt: end), unit.byte > 0x20, unit.byte != ">", unit.byte != "<" {
                end += unit.length
            }
            // A comparison in a script also begins with `<`.
            let isScript = text.bytes[start..<end].contains { "\"'`=(){}[];|,".utf8.contains($0) }
            return isScript ? nil : (start..<end, string(start..<end).decodingEntities)
        }
        let range = (start + first.length)..<text.endOfString(from: start + first.length, opening: first)
        let plain = EscapedText.unescape(string(range), like: string(of: first, at: start))
        return (range, plain.decodingEntities)
    }

    // MARK: Tags

    /// Adds the value of a form field or of a `meta` element: the attribute `value` or `content`, or the text
    /// of the element.
    mutating func addNamedValues(inTagAt start: Int) {
        let attributes = attributes(inTagAt: start)
        for attribute in attributes.list where attribute.name == "name" || attribute.name == "key" {
            let named = Array(attribute.value.plain.utf8)
            let rule = names.rule(of: named, in: .query) ?? names.rule(of: named, in: .xml)
            guard let rule else { continue }
            let values = attributes.list.filter { $0.name == "value" || $0.name == "content" }.map(\.value)
            if !values.isEmpty {
                _ = addAll(values, of: named, rule)
            } else if let end = attributes.end,
                !NamedValueSearch.elementsWithoutValue.contains(attributes.element)
            {
                _ = addAll([textRun(from: end).text], of: named, rule)
            }
            return
        }
    }

    /// The elements of HTML whose text is not the value that their name has.
    private static let elementsWithoutValue: Set = [
        "a", "button", "form", "frame", "iframe", "img", "input", "label", "map", "meta", "object", "param",
        "select", "slot",
    ]

    private typealias Attribute = (name: String, value: Value)

    /// Returns the attributes of a tag and the index after its `>`, or at the next tag.
    private func attributes(inTagAt start: Int) -> (element: String, list: [Attribute], end: Int?) {
        var list: [Attribute] = []
        let name = nameRange(from: start + text.unit(at: start).length)
        let element = string(name.prefix(16)).lowercased()
        let limit = min(text.bytes.count, start + 65_536)
        var position = name.upperBound
        while position < limit {
            let unit = text.unit(at: position)
            if unit.byte == ">" { return (element, list, position + unit.length) }
            if unit.byte == "<" { break }
            let name = nameRange(from: position)
            if !name.isEmpty, let value = attributeValue(after: name.upperBound) {
                list.append((string(name).lowercased(), value))
                position = value.range.upperBound
                if let quote = text.unit(ifAt: position), quote.isQuote { position += quote.length }
            } else {
                position = max(name.upperBound, position + unit.length)
            }
        }
        return (element, list, nil)
    }

    private func nameRange(from start: Int) -> Range<Int> {
        start..<(text.bytes[start...].firstIndex { !$0.isNameCharacter } ?? text.bytes.count)
    }

    // MARK: Elements

    /// Whether `<` or `<prefix:` is before a name.
    func beginsElement(_ name: Name) -> Bool {
        guard let before = name.before else { return false }
        if before.byte == "<" { return true }
        guard before.byte == ":", let tag else { return false }
        let start = tag + text.unit(at: tag).length
        return start < name.range.lowerBound
            && text.bytes[start..<(name.range.lowerBound - 1)].prefix(64).allSatisfy(\.isNameCharacter)
    }

    private mutating func addElement(of name: [UInt8], from end: Int, _ rule: SecretNames.Rule) -> Bool {
        guard let after = text.unit(ifAt: end), after.byte <= 0x20 || after.byte == ">" else { return false }
        // A tag with unbalanced quotes, or of a text that is no markup, has no end.
        guard let tag, let start = attributes(inTagAt: tag).end, text.bytes[start - 2] != "/" else {
            return false
        }
        return addAll(texts(of: name, from: start, rule), of: name, rule)
    }

    /// Returns the texts of an element, those of the elements in it included.
    ///
    /// If the element has no end, or is in another one whose texts have been added, it is the text up to the
    /// next tag.
    private mutating func texts(of name: [UInt8], from start: Int, _ rule: SecretNames.Rule) -> [Value] {
        let first = textRun(from: start)
        var texts = [first.text]
        guard start >= (rule.isGiven ? elementEnd.given : elementEnd.usual) else { return texts }
        var position = first.end
        while let open = text.unit(ifAt: position) {
            let next = position + open.length
            if let slash = text.unit("/", at: next), closes(name, at: next + slash.length) { break }
            let run = textRun(from: endOfTag(from: next))
            texts.append(run.text)
            position = run.end
        }
        if rule.isGiven { elementEnd.given = position } else { elementEnd.usual = position }
        return position < text.bytes.count ? texts : [first.text]
    }

    mutating func addAll(_ texts: [Value], of name: [UInt8], _ rule: SecretNames.Rule) -> Bool {
        let count = matches.count
        name.withUnsafeBytes { name in
            for value in texts {
                add(value.range, of: name, rule, value: value.plain, isNested: texts.count > 1)
            }
        }
        guard matches.count > count else { return false }
        if let last = texts.last { index = max(index, last.range.upperBound) }
        return true
    }

    /// Returns the text up to the next tag without white space around it; a CDATA section is text.
    mutating func textRun(from start: Int) -> (text: Value, end: Int) {
        var position = text.skippingSpace(start)
        let section = Array("<![CDATA[".utf8)
        if position >= sectionEnd, ByteSearch.begins(section, in: text.bytes, at: position) {
            position += section.count
            let close = ByteSearch.first(Array("]]>".utf8), in: text.bytes, from: position)
            let range = position..<(close ?? text.bytes.count)
            sectionEnd = max(sectionEnd, range.upperBound)
            return ((range, string(range)), close.map { $0 + 3 } ?? range.upperBound)
        }
        let first = position
        var last = position
        while let unit = text.unit(ifAt: position), !isTagStart(unit) {
            position += unit.length
            if unit.byte > 0x20 { last = position }
        }
        return ((first..<last, string(first..<last).decodingJSON.decodingEntities), position)
    }

    func endOfTag(from start: Int) -> Int {
        var position = start
        while let unit = text.unit(ifAt: position), !isTagStart(unit) {
            position += unit.length
            if unit.byte == ">" { break }
        }
        return position
    }

    /// Whether a character begins a tag. A `<` with more escapes than that of the element is text.
    private func isTagStart(_ unit: EscapedText.Unit) -> Bool {
        unit.byte == "<" && unit.length <= tag.map { text.unit(at: $0).length } ?? unit.length
    }

    /// Whether a name, perhaps with a prefix, is at an index.
    private func closes(_ name: [UInt8], at start: Int) -> Bool {
        var range = nameRange(from: start)
        if text.unit(":", at: range.upperBound) != nil { range = nameRange(from: range.upperBound + 1) }
        return range.count == name.count
            && zip(text.bytes[range], name).allSatisfy { $0.lowercased == $1.lowercased }
    }
}
