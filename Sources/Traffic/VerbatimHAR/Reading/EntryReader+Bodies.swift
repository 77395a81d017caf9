import Foundation
import VerbatimJSON

extension EntryReader {
    /// Returns the sidecar file of the response's body, if it has one. The file is in the folder of the
    /// archive, also once symbolic links are followed.
    func bodyFile() throws(ArchiveError) -> URL? {
        let json = entry["response"]["content"]["_file"]
        guard json.exists else { return nil }
        let path = try string(json)
        guard path.staysInside, !leavesFolder(path) else {
            throw ArchiveError(
                .bodyOutside(path: path), file: archive, line: json.position.line,
                column: json.position.column, entry: index)
        }
        return folder.file(path)
    }

    /// Whether a path leads out of the folder through a symbolic link. Without links, its components decide.
    private func leavesFolder(_ path: String) -> Bool {
        var file = folder.fileName
        for component in path.split(separator: "/") {
            file += "/" + component
            switch FileKind(path: file) {
            case .link: return !folder.file(path).isInside(folder)
            case .missing: return false
            default: continue
            }
        }
        return false
    }

    func responseBody(_ content: JSON, file: URL?) throws(ArchiveError) -> HTTPBody {
        if let file {
            let layout = content["_layout"]
            guard layout.exists else { return .file(file) }
            guard let known = layout.string.flatMap(BodyLayout.init) else {
                throw unexpected(layout, "a known layout (minified)")
            }
            return .laidOut(file, known)
        }
        return .data(try data(content["text"], encoding: content["encoding"]))
    }

    func requestBody(_ post: JSON) throws(ArchiveError) -> Data? {
        guard post.kind == .object else { return nil }
        if post["text"].exists {
            let encoding = post["_encoding"].exists ? post["_encoding"] : post["encoding"]
            return try data(post["text"], encoding: encoding)
        }
        let isMultipart = post["mimeType"].string?.lowercased().hasPrefix("multipart/") == true
        return post["params"].count > 0 && !isMultipart ? form(post["params"]) : nil
    }

    private func data(_ text: JSON, encoding: JSON) throws(ArchiveError) -> Data {
        guard text.exists, !text.isNull else { return Data() }
        let string = try string(text)
        switch encoding.string?.lowercased() {
        case nil, "", "utf-8", "utf8", "text": return Data(string.utf8)
        case "base64":
            guard let data = Data(base64Encoded: string, options: .ignoreUnknownCharacters) else {
                throw unexpected(text, "base64")
            }
            return data
        default: throw unexpected(encoding, "'base64' or no encoding")
        }
    }

    /// Makes a form from the fields, which is all that some tools store.
    private func form(_ params: JSON) -> Data {
        let fields = params.elements.map { field in
            let name = PercentEncoding.encode(PercentEncoding.decode(field["name"].string ?? ""))
            guard let value = field["value"].string else { return name }
            return name + "=" + PercentEncoding.encode(PercentEncoding.decode(value))
        }
        return Data(fields.joined(separator: "&").utf8)
    }
}

extension String {
    /// Whether a relative path stays inside the folder it starts in, judging by its components.
    fileprivate var staysInside: Bool {
        guard !isEmpty, !hasPrefix("/"), !utf8.contains(0), !utf8.contains(UInt8(ascii: "\\")) else {
            return false
        }
        var depth = 0
        for component in split(separator: "/") where component != "." {
            depth += component == ".." ? -1 : 1
            if depth < 0 { return false }
        }
        return depth > 0
    }
}
