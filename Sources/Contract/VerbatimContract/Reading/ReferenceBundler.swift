package import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimYAML

/// Brings the files that a document refers to into it, below the property `x-bundled-files`, so that each of
/// its references leads to a location in one document.
///
/// A reference to `common.json#/Error` becomes `#/x-bundled-files/common.json/Error`, and so does one by an
/// anchor, by `$id` or by the `$self` of OpenAPI 3.2. Nothing outside of the folder is read, and nothing is
/// fetched.
package struct ReferenceBundler {
    /// The property with the files, by their paths relative to the folder.
    package static let property = "x-bundled-files"

    private let files: ContractFiles
    private let path: String
    /// The files that were read, as written.
    private(set) var documents: [String: JSON] = [:]
    /// The reasons why references lead nowhere, by their texts.
    private(set) var problems: [String: String] = [:]
    private var names = ReferenceNames()
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
        let references = Self.references(in: document)
        let others = references.filter { $0.string?.hasPrefix("#") == false }
        guard !others.isEmpty else { return nil }
        names.add(document, at: path)
        load(references, in: path)
        while let next = pending.popLast() {
            if let document = documents[next] { load(Self.references(in: document), in: next) }
        }
        let redirected = redirected(references, in: document, at: path)
        let isNamed = names.hasAddress(path) || others.contains { file(of: $0, in: path).path == path }
        guard !documents.isEmpty || isNamed, case .object(var bundle) = redirected else { return nil }
        var contents = JSONObject()
        for (path, document) in documents.sorted(by: { $0.key < $1.key }) {
            contents[path] = self.redirected(Self.references(in: document), in: document, at: path)
        }
        if !contents.isEmpty { bundle[Self.property] = .object(contents) }
        return .object(bundle)
    }

    /// Reads the files that references lead to. All names have to be known before any is looked up.
    private mutating func load(_ references: [JSON], in path: String) {
        for reference in references {
            if let target = file(of: reference, in: path).path { _ = load(target) }
        }
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

    /// Returns the value of a document in which references lead into the bundle. Without `$id`, which would
    /// be the base of these references, all are relative to it.
    private mutating func redirected(_ references: [JSON], in document: JSON, at path: String) -> JSONValue {
        var value = document.value
        for reference in references {
            guard let target = target(of: reference, in: path) else { continue }
            value.edit(reference.pointer) { _ in .string(target) }
        }
        for schema in names.identified(in: path) {
            value.edit(schema.pointer.appending("$id")) { _ in nil }
        }
        return value
    }

    // MARK: Targets

    /// Returns a reference in the bundle, or nil if the target cannot be read.
    private mutating func target(of reference: JSON, in path: String) -> String? {
        guard let text = reference.string else { return nil }
        let resource = names.resource(of: reference, in: path)
        let address = names.address(in: text, of: resource)
        let fragment = String(text.drop { $0 != "#" }.dropFirst())
        var target = resource.target
        if !address.isEmpty {
            let file = file(of: reference, in: path)
            if let known = names.target(of: address) {
                target = known
            } else if let problem = file.path.map({ load($0) }) ?? file.problem {
                problems[text] = problem
                return nil
            } else if let document = file.path.flatMap(names.document) {
                target = document
            }
        }
        if !fragment.isEmpty, !fragment.hasPrefix("/") {
            // The anchors of the document itself stay, as messages quote them.
            if target == names.document(at: self.path), address.isEmpty { return text }
            guard let anchored = names.anchor(fragment, in: target) else {
                problems[text] = "no anchor '\(fragment)' in '\(files.location(of: target.path))'"
                return nil
            }
            return "#" + self.fragment(anchored)
        }
        return "#" + self.fragment(target) + fragment
    }

    /// Returns the pointer to a target in the bundle, as the fragment of a URI.
    private func fragment(_ target: ReferenceNames.Target) -> String {
        let file = target.path == path ? [] : [Self.property, target.path]
        return JSONPointer(file + target.value.pointer.tokens).description.replacing("%", with: "%25")
    }

    /// Returns the path of the file that a reference leads to, or the reason why there is none.
    private func file(of reference: JSON, in path: String) -> (path: String?, problem: String?) {
        let resource = names.resource(of: reference, in: path)
        let address = names.address(in: reference.string ?? "", of: resource)
        guard !address.isEmpty else { return (path, nil) }
        return switch Self.resolve(PercentEncoding.decode(address[...]), in: path) {
        case .success(let file): (file, nil)
        case .failure(let reason): (nil, reason.text)
        }
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

    /// Reads a file, each once, and returns the reason if that is not possible.
    private mutating func load(_ target: String) -> String? {
        guard target != path, documents[target] == nil else { return nil }
        let location = files.location(of: target)
        guard documents.count < Self.countLimit, size < Self.sizeLimit else {
            return "the contract leads to too many files"
        }
        guard let text = files.read(target) else { return "no file '\(location)'" }
        do {
            let document = try Contract.document(parsing: text, file: location).root
            documents[target] = document
            names.add(document, at: target)
        } catch {
            return error.problems.first.map { "\($0.location): \($0.message)" }
        }
        size += text.count
        pending.append(target)
        return nil
    }
}

/// The files that the references of a contract may lead to: those in one folder.
package struct ContractFiles: Sendable {
    /// The folder in messages and locations.
    let folder: String
    /// Returns the bytes of the file at a path relative to the folder, or nil if there is no such file.
    let read: @Sendable (_ path: String) -> Data?

    /// Creates access to files that are elsewhere than in a folder, such as in a Git revision.
    package init(folder: String, read: @escaping @Sendable (_ path: String) -> Data?) {
        self.folder = folder
        self.read = read
    }

    /// Creates access to the files in a folder and its subfolders; a link that leaves it leads nowhere.
    package init(in folder: URL) {
        let root = folder.resolvingSymlinksInPath().path + "/"
        let name = folder.relativePath
        self.init(folder: ["", ".", "./"].contains(name) ? "" : name) { path in
            let file = folder.appendingPathComponent(path).resolvingSymlinksInPath()
            return file.path.hasPrefix(root) ? try? Data(readingFile: file) : nil
        }
    }

    /// Returns a path relative to the folder as messages and locations have it.
    func location(of path: String) -> String {
        folder.isEmpty || folder.hasSuffix("/") || folder.hasSuffix(":") ? folder + path : "\(folder)/\(path)"
    }
}
