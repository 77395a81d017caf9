import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimYAML

/// Brings the files that a document refers to into it, below the property `x-bundled-files`, so that each of
/// its references leads to a location in one document.
///
/// A reference to `common.json#/Error` becomes `#/x-bundled-files/common.json/Error`. Nothing outside of the
/// folder is read, and nothing is fetched.
struct ReferenceBundler {
    /// The property with the files, by their paths relative to the folder.
    static let property = "x-bundled-files"

    private let files: ContractFiles
    /// The path of the document.
    private let path: String
    /// The files that were read, as written.
    private(set) var documents: [String: JSON] = [:]
    /// The reasons why references lead nowhere, by their texts.
    private(set) var problems: [String: String] = [:]
    private var pending: [String] = []
    private var size = 0

    /// The limits of what one document may lead to.
    private static let countLimit = 1_000
    private static let sizeLimit = 256 << 20

    init(_ files: ContractFiles, path: String) {
        self.files = files
        self.path = path
    }

    /// Returns the document with its files, or nil if it refers to none.
    mutating func bundle(_ document: JSON) -> JSONValue? {
        let references = Self.references(in: document).filter { !$0.text.hasPrefix("\"#") }
        guard !references.isEmpty else { return nil }
        var bundle = redirected(references, in: document, at: path)
        var contents = JSONObject()
        while let next = pending.popLast() {
            guard let document = documents[next] else { continue }
            contents[next] = redirected(Self.references(in: document), in: document, at: next)
        }
        guard !documents.isEmpty, case .object(var object) = bundle else { return nil }
        object[Self.property] = .object(contents)
        bundle = .object(object)
        return bundle
    }

    /// Returns the references in a document: the values of `$ref`, and those of mappings that name files.
    private static func references(in document: JSON) -> [JSON] {
        var found: [JSON] = []
        var pending = [document]
        while let next = pending.popLast() {
            for member in next.members {
                switch (member.name, member.value.kind) {
                case ("$ref", .string): found.append(member.value)
                case ("discriminator", .object):
                    found += member.value["mapping"].members.map(\.value).filter(isFile)
                case (_, .object), (_, .array): pending.append(member.value)
                default: continue
                }
            }
            pending += next.elements.filter { $0.kind == .object || $0.kind == .array }
        }
        return found
    }

    /// Whether a value of a mapping is a reference to a file rather than the name of a schema.
    private static func isFile(_ value: JSON) -> Bool {
        let path = (value.string ?? "").prefix { $0 != "#" }
        return value.string?.hasPrefix("#") == true || path.contains("/")
            || [".json", ".yaml", ".yml"].contains(where: path.hasSuffix)
    }

    /// Returns the value of a document in which references lead into the bundle.
    private mutating func redirected(_ references: [JSON], in document: JSON, at path: String) -> JSONValue {
        var value = document.value
        for reference in references {
            guard let text = reference.string, let target = target(of: text, in: path) else { continue }
            value.edit(reference.pointer) { _ in .string(target) }
        }
        return value
    }

    // MARK: Targets

    /// Returns a reference in the bundle, or nil if the target cannot be read.
    private mutating func target(of reference: String, in path: String) -> String? {
        let file = reference.prefix { $0 != "#" }
        let fragment = reference.dropFirst(file.count + 1)
        var target = path
        if !file.isEmpty {
            switch Self.resolve(PercentEncoding.decode(file), in: path) {
            case .success(let resolved): target = resolved
            case .failure(let reason):
                problems[reference] = reason.text
                return nil
            }
        }
        guard target != self.path else { return "#" + fragment }
        guard load(target, for: reference) else { return nil }
        guard fragment.isEmpty || fragment.hasPrefix("/") else {
            problems[reference] = "only JSON Pointers lead into other files"
            return nil
        }
        return "#" + Self.fragment(JSONPointer([Self.property, target])) + fragment
    }

    /// A reason why a reference leads nowhere.
    private struct Reason: Error {
        let text: String
    }

    /// Resolves a path against that of a file, both relative to the folder.
    private static func resolve(_ reference: String, in path: String) -> Result<String, Reason> {
        guard !reference.contains("://"), !reference.hasPrefix("/") else {
            return .failure(Reason(text: "only files in the folder of the contract are read"))
        }
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in reference.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return .failure(Reason(text: "the file is outside of the folder of the contract"))
            }
        }
        return .success(parts.joined(separator: "/"))
    }

    /// Returns whether a file could be read; each is read once.
    private mutating func load(_ target: String, for reference: String) -> Bool {
        if documents[target] != nil { return true }
        let location = files.location(of: target)
        guard documents.count < Self.countLimit, size < Self.sizeLimit else {
            problems[reference] = "the contract leads to too many files"
            return false
        }
        guard let text = files.read(target) else {
            problems[reference] = "no file '\(location)'"
            return false
        }
        do {
            documents[target] = try Contract.document(parsing: text, file: location).root
        } catch {
            problems[reference] = error.problems.first.map { "\($0.location): \($0.message)" }
            return false
        }
        size += text.count
        pending.append(target)
        return true
    }

    /// Returns a JSON Pointer as the fragment of a URI.
    private static func fragment(_ pointer: JSONPointer) -> String {
        pointer.description.replacing("%", with: "%25")
    }
}
