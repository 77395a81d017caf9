package import Foundation
package import VerbatimContract
import VerbatimJSON

/// The edits of the app's sources that mend a cause, and what is not edited.
package struct SourcePatch: Sendable {
    /// A source with its text before and after.
    package struct File: Sendable {
        package let path: String
        package let old: [UInt8]
        package let new: [UInt8]
    }

    package let files: [File]
    /// Why a property is left as it is: `Song.title: its 'init(from:)' is written by hand`.
    package let refusals: [String]
    /// Whether code that uses a property or switches over an enumeration may have to change as well.
    package let affectsUses: Bool
}

/// Edits the declarations of the app's models, token by token, so that they read what a provider sends now.
///
/// Each edit is read again: only if the property then reads the new name, is optional, or its enumeration has
/// the case, it is part of the patch.
package struct SourcePatcher: Sendable {
    /// The name of a property in documents that a model reads.
    package struct Key: Hashable, Sendable {
        let model: String
        let name: String

        init(model: String, name: String) {
            self.model = SourceIndex.withoutArguments(model)
            self.name = name
        }
    }

    private var sources: EditedSources
    /// The declarations as they were at first, to which the locations in findings refer.
    private let original: SourceIndex

    /// The numbers of recorded values that models read.
    private let readCounts: [Key: Int]

    /// Reads every `.swift` file in a folder.
    package init(contentsOf folder: URL, readCounts: [Key: Int]) {
        self.init(SourceIndex.sources(in: folder), readCounts: readCounts)
    }

    init(_ sources: [(path: String, text: [UInt8])], readCounts: [Key: Int] = [:]) {
        self.readCounts = readCounts
        self.sources = EditedSources(sources)
        original = self.sources.index
    }

    private var index: SourceIndex { sources.index }

    /// Returns the edits that mend a cause, or nil if none would.
    package func patch(for cause: Cause) -> SourcePatch? { patch(SourceChange.changes(of: cause)) }

    func patch(_ changes: [SourceChange]) -> SourcePatch? {
        var patched = self
        var (refusals, affectsUses): ([String], Bool) = ([], false)
        for change in changes {
            var changed = patched
            do throws(SourceRefusal) {
                guard try changed.make(change) else { continue }
                patched = changed
                if case .rename = change.kind {} else { affectsUses = true }
            } catch { refusals.append("\(change.property.name): \(error.reason)") }
        }
        let files = patched.sources.texts.sorted { $0.key < $1.key }.compactMap { path, new in
            sources.texts[path].flatMap { $0 == new ? nil : SourcePatch.File(path: path, old: $0, new: new) }
        }
        guard !files.isEmpty || !refusals.isEmpty else { return nil }
        return SourcePatch(files: files, refusals: refusals, affectsUses: affectsUses)
    }

    /// Makes the edits of a patch, so that later ones come after them.
    package mutating func apply(_ patch: SourcePatch) {
        for file in patch.files { sources.replace(file.new, of: file.path) }
    }

    // MARK: Changes

    /// Makes a change, and returns false if the sources have it already.
    private mutating func make(_ change: SourceChange) throws(SourceRefusal) -> Bool {
        guard let type = index.type(of: change.model), let location = change.property.location else {
            throw SourceRefusal(reason: "its declaration is not known, or there are several")
        }
        guard original.property(readFrom: change.key, of: change.model)?.location == location else {
            throw SourceRefusal(
                reason: "its declaration at \(location) does not read '\(change.key)'; check again")
        }
        switch change.kind {
        case .rename(let key): return try rename(change, to: key, in: type)
        case .optional: return try makeOptional(change, in: type)
        case .newCase(let word): return try addCase(word, change, in: type)
        }
    }

    private mutating func rename(
        _ change: SourceChange, to key: String, in type: SwiftType
    ) throws(SourceRefusal) -> Bool {
        guard index.property(readFrom: key, of: change.model)?.name != change.name else { return false }
        if let count = readCounts[Key(model: change.model, name: change.key)], count > 0 {
            let values = String.count(count, "recorded value")
            throw SourceRefusal(reason: "'\(change.key)' is the name of \(values) still: record again first")
        }
        let enums = type.keyTypes.compactMap { index.types["\(change.model).\($0)"] }
        let (old, new) = try spelling(of: change.key, key, type, enums)
        if type.keyTypes.isEmpty {
            try insertKeys(change.name, new, in: type)
        } else {
            let readers = enums.filter { $0.cases.contains { $0.name == change.name && $0.key == old } }
            guard let keys = readers.first, readers.count == 1 else {
                throw SourceRefusal(reason: "not one enumeration of coding keys has it, but \(readers.count)")
            }
            try editKey(change.name, old, new, in: keys)
        }
        guard index.property(readFrom: key, of: change.model)?.name == change.name else { throw .unproven }
        return true
    }

    /// Returns how the sources write an old and a new name, which a decoder may convert from snake case.
    private func spelling(
        of old: String, _ new: String, _ type: SwiftType, _ enums: [SwiftType]
    ) throws(SourceRefusal) -> (old: String, new: String) {
        let known = (enums.flatMap(\.cases) + (type.keyTypes.contains("CodingKeys") ? [] : type.properties))
            .map(\.key)
        if !known.contains(old) { return (old.convertedFromSnakeCase, new.convertedFromSnakeCase) }
        let isConverted = new.convertedFromSnakeCase != new && old.convertedFromSnakeCase == old
        let word = Data("convertFromSnakeCase".utf8)
        guard !isConverted || !sources.texts.values.contains(where: { Data($0).range(of: word) != nil })
        else {
            throw SourceRefusal(
                reason:
                    "a decoder converts names from snake case: write '\(new)' or '\(new.convertedFromSnakeCase)'"
            )
        }
        return (old, new)
    }

    /// Changes the raw value of a coding key.
    private mutating func editKey(
        _ name: String, _ old: String, _ new: String, in keys: SwiftType
    ) throws(SourceRefusal) {
        if let other = keys.cases.first(where: { $0.key == new }) {
            throw SourceRefusal(reason: "the coding key '\(other.name)' has the name '\(new)' already")
        }
        let cases = keys.cases.filter { $0.name == name }
        guard let reader = cases.first, cases.count == 1, let raw = reader.type.first else { throw .unproven }
        let literal = try SwiftText.literal(new)
        guard raw.location == reader.location else {
            if new == name, try removeRawValue(raw, of: reader) { return }
            return try sources.edit(raw, literal)
        }
        let declaration = keys.declarations.first
        guard keys.properties.isEmpty, keys.obstacles.isEmpty, let first = declaration?.inherited.first else {
            throw SourceRefusal(reason: "its coding keys are written by hand")
        }
        try sources.edit(raw, "\(raw.text) = \(literal)")
        // After the case, so that its location is right.
        if first.text == "CodingKey" { try sources.edit(first, "String, CodingKey") }
    }

    /// Removes the raw value of a case that has the same name, if both are in one line.
    private mutating func removeRawValue(
        _ raw: SourcePiece, of reader: SwiftType.Member
    ) throws(SourceRefusal) -> Bool {
        guard let start = reader.location.column, raw.location.line == reader.location.line else {
            return false
        }
        let line = Array(try sources.linePrefix(of: raw).utf8)
        let name = String(
            decoding: line[(start - 1)...].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") },
            as: UTF8.self)
        let text = String(decoding: line[(start - 1)...], as: UTF8.self) + raw.text
        try sources.edit(SourcePiece(location: reader.location, text: text), name)
        return true
    }

    /// Adds coding keys for all stored properties of a structure.
    private mutating func insertKeys(
        _ name: String, _ key: String, in type: SwiftType
    ) throws(SourceRefusal) {
        let advice = "write `enum CodingKeys: String, CodingKey` with `case \(name) = \"\(key.onOneLine)\"`"
        guard type.obstacles.isEmpty, let declaration = type.declarations.first,
            declaration.keyword == "struct", let end = declaration.end
        else {
            let reason = type.obstacles.first ?? "it is no structure"
            throw SourceRefusal(reason: "\(reason): \(advice)")
        }
        let line = try sources.linePrefix(of: end)
        guard line.allSatisfy({ $0 == " " || $0 == "\t" }) else {
            throw SourceRefusal(reason: "its body is in one line: \(advice)")
        }
        let names = type.properties.filter(\.isStored).map(\.name)
        let hasTabs = sources.texts[end.location.file]?.contains(UInt8(ascii: "\t")) ?? false
        let unit = hasTabs ? "\t" : "    "
        let literal = try SwiftText.literal(key)
        var lists: [String] = []
        for name in names.filter({ $0 != name }).map(SwiftText.quoted) {
            if let last = lists.last, last.count + name.count < 72 {
                lists[lists.count - 1] = "\(last), \(name)"
            } else {
                lists.append("case \(name)")
            }
        }
        var lines = ["enum CodingKeys: String, CodingKey {"] + lists.map { unit + $0 }
        lines += ["\(unit)case \(SwiftText.quoted(name)) = \(literal)", "}"]
        let text = ([""] + lines.map { line + unit + $0 }).map { $0 + sources.newline(in: end) }.joined()
        let start = SourceLocation(file: end.location.file, line: end.location.line, column: 1)
        try sources.edit(SourcePiece(location: start, text: line + end.text), text + line + end.text)
    }

    private mutating func makeOptional(
        _ change: SourceChange, in type: SwiftType
    ) throws(SourceRefusal) -> Bool {
        if let obstacle = type.obstacles.first { throw SourceRefusal(reason: "\(obstacle)") }
        guard let property = property(of: change, in: type), property.isStored, let last = property.type.last
        else { throw SourceRefusal(reason: "its type is not written in a declaration of its own") }
        let words = Set(property.type.map(\.text))
        guard last.text != "?", property.type.first?.text != "Optional" else { return false }
        guard words.isDisjoint(with: ["any", "some", "&", "-", "!"]) else {
            throw SourceRefusal(reason: "its type is not a simple one: make it optional")
        }
        try sources.edit(last, "\(last.text)?")
        let changed = index.type(of: change.model).flatMap { self.property(of: change, in: $0) }
        guard changed?.type.last?.text == "?" else { throw .unproven }
        return true
    }

    private mutating func addCase(
        _ word: String, _ change: SourceChange, in type: SwiftType
    ) throws(SourceRefusal) -> Bool {
        let names =
            property(of: change, in: type)?.type.map(\.text).filter { !["[", "]", "?"].contains($0) } ?? []
        let models = change.model.split(separator: ".")
        let scopes = (0...models.count).reversed().map { models.prefix($0).map(String.init) }
        let found = scopes.lazy.map { ($0 + [names.joined()]).joined(separator: ".") }
            .first { index.types[$0] != nil }
        guard let name = found, let values = index.type(of: name),
            let declaration = values.declarations.first,
            declaration.keyword == "enum", declaration.inherited.first?.text == "String"
        else {
            throw SourceRefusal(
                reason: "its type is no enumeration with raw values of String: handle '\(word.onOneLine)'")
        }
        if let obstacle = values.obstacles.first { throw SourceRefusal(reason: "of \(name), \(obstacle)") }
        guard !values.cases.contains(where: { $0.key == word }) else { return false }
        let newCase = try SwiftText.caseName(of: word)
        let plain = newCase.filter { $0 != "`" }
        guard !values.cases.contains(where: { $0.name == plain }), let last = values.cases.last?.type.first
        else { throw SourceRefusal(reason: "\(name) has a case '\(plain)' already") }
        let literal = try SwiftText.literal(word)
        let added = newCase == word ? newCase : "\(newCase) = \(literal)"
        let (prefix, rest) = (try sources.linePrefix(of: last), try sources.lineSuffix(of: last))
        let margin = prefix.prefix { $0 == " " || $0 == "\t" }
        let startsLine = prefix.dropFirst(margin.count).hasPrefix("case ") && rest.allSatisfy(\.isWhitespace)
        try sources.edit(
            last,
            last.text + (startsLine ? "\(sources.newline(in: last))\(margin)case \(added)" : ", \(added)"))
        guard index.type(of: name)?.cases.contains(where: { $0.key == word && $0.name == plain }) == true
        else { throw .unproven }
        return true
    }

    /// Returns the property that reads the key of a change, if it is declared once.
    private func property(of change: SourceChange, in type: SwiftType) -> SwiftType.Member? {
        let properties = type.properties.filter { $0.name == change.name }
        return properties.count == 1 ? properties.first : nil
    }
}

extension SourceRefusal {
    /// An edit without the effect that it is made for.
    static let unproven = SourceRefusal(reason: "the edit would not have the effect that it is for")
}
