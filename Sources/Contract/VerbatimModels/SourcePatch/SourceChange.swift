import VerbatimContract
import VerbatimJSON

/// What a cause asks of a property of the app.
struct SourceChange {
    /// The property as a finding names it.
    let property: AffectedProperty
    /// The name in documents.
    let key: String
    let kind: Kind

    enum Kind: Hashable {
        case rename(to: String)
        case optional
        case newCase(String)
    }

    /// The model that declares the property: `Volume.Info`.
    var model: String {
        SourceIndex.withoutArguments(property.name.split(separator: ".").dropLast().joined(separator: "."))
    }
    var name: String { property.name.split(separator: ".").last.map(String.init) ?? "" }

    /// Returns the changes of a cause, each once; none if no edit of the sources mends it.
    static func changes(of cause: Cause) -> [SourceChange] {
        let all: [SourceChange] =
            switch cause.kind {
            case .renamed:
                cause.renames.flatMap { rename in
                    changes(.rename(to: rename.new), cause.findings + cause.history) { $0 == rename.old }
                }
            case .nullable, .dropped: changes(.optional, cause.findings)
            case .value:
                words(of: cause).flatMap { word in
                    changes(.newCase(word.text), cause.findings) { $0 == word.key }
                }
            default: []
            }
        return OrderedGroups(grouping: all) { "\($0.property.name) \($0.kind)" }.values.compactMap(\.first)
    }

    private static func changes(
        _ kind: Kind, _ findings: [Finding], where isIncluded: (String) -> Bool = { _ in true }
    ) -> [SourceChange] {
        findings.flatMap { finding in
            guard let key = finding.pointer?.key, isIncluded(key) else { return [SourceChange]() }
            return finding.affected.map { SourceChange(property: $0, key: key, kind: kind) }
        }
    }

    /// The new words of enumerations, with the names of their properties.
    private static func words(of cause: Cause) -> [(key: String, text: String)] {
        let words = cause.findings.compactMap { finding -> [String]? in
            guard case .scalar(.string(let text))? = finding.value, let key = finding.pointer?.key else {
                return nil
            }
            return [key, text]
        }
        return words.uniqued.map { ($0[0], $0[1]) }
    }
}

extension JSONPointer {
    /// The name of the property, also of one that is an element of its list.
    fileprivate var key: String? { pattern.tokens.last { $0 != JSONPointer.anyToken } }
}

/// Why a source is not edited.
struct SourceRefusal: Error {
    let reason: String
}

/// The names and literals that are written to sources.
enum SwiftText {
    /// Returns a literal, unless it would need escapes.
    static func literal(_ text: String) throws(SourceRefusal) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar != "\"" && scalar != "\\"
                && (0x20..<0x7F ~= scalar.value || scalar.properties.isAlphabetic)
        }
        guard isPlain, !text.isEmpty else {
            throw SourceRefusal(reason: "'\(text.onOneLine)' is no literal without escapes")
        }
        return "\"\(text)\""
    }

    /// Returns the name of a case: `songPreview` of `song-preview`.
    static func caseName(of word: String) throws(SourceRefusal) -> String {
        let words = word.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map { part in
            part.contains(where: \.isLowercase) ? String(part) : part.lowercased()
        }
        guard let first = words.first, word.allSatisfy(\.isASCII) else {
            throw SourceRefusal(reason: "no name of a case follows from '\(word.onOneLine)'")
        }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = first.prefix(1).lowercased() + first.dropFirst() + rest.joined()
        return quoted(name.first?.isNumber == true ? "_\(name)" : name)
    }

    /// Returns a name, in backticks if it is a keyword.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    private static let keywords: Set = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}
