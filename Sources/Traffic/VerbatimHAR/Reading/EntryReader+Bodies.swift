import Foundation
import VerbatimJSON

// MARK: - The response

extension EntryReader {
    mutating func responseBody(
        _ content: JSON, status: Int, _ headers: HeaderFields, _ budget: inout InflateBudget
    ) throws(ArchiveError) -> HTTPBody {
        do throws(ArchiveError) {
            if content["_file"].exists { return try sidecar(content) }
            guard let text = content["text"].string else {
                let other = content["text"]
                if other.exists, !other.isNull {
                    throw unexpected(other, "response.content.text", "a string")
                }
                return bodyWithoutText(content, status: status)
            }
            if isLenient, text.isEmpty, let size = size(of: content, status: status), size > 0 {
                return .lost(.responseBody(size: size))
            }
            let encoded = content["encoding"]
            if isLenient, encoded.string?.isEmpty ?? true, isMedia(content, headers) {
                return try media(text, content)
            }
            let chunks = pollyChunks(text, content)
            let body = if let chunks { chunks } else { try data(text, encoding: encoded, "response.content") }
            // What is stored as text is decoded already.
            let isText = chunks == nil && encoded.string?.lowercased() != "base64"
            return .data(isText ? body : try decoded(body, content, headers, &budget))
        } catch {
            guard isLenient else { throw error }
            return .lost(.unreadableResponseBody(reason: error.message))
        }
    }

    /// Returns the body of a response whose content has no text: empty if it is known to be.
    private func bodyWithoutText(_ content: JSON, status: Int) -> HTTPBody {
        guard let size = size(of: content, status: status) else {
            return isLenient ? .lost(.responseBody(size: nil)) : .empty
        }
        return size > 0 ? .lost(.responseBody(size: size)) : .empty
    }

    /// Returns the size that the archive gives, or nil if it gives none. A response that cannot have a body
    /// has the size of the one that it does not have.
    ///
    /// RFC 9110, section 6.4.1: https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1
    private func size(of content: JSON, status: Int) -> Int? {
        let isBodiless =
            100...199 ~= status || status == 204 || status == 304
            || entry["request"]["method"].string?.equalsIgnoringASCIICase("HEAD") == true
        if isBodiless { return 0 }
        return content["size"].int.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Undoes the content codings of stored bytes that still have them. A compressed file stays one.
    private func decoded(
        _ body: Data, _ content: JSON, _ headers: HeaderFields, _ budget: inout InflateBudget
    ) throws(ArchiveError) -> Data {
        let type = (headers["Content-Type"] ?? content["mimeType"].string ?? "").lowercased()
        guard body.count > 2, let field = headers["Content-Encoding"], !type.contains("gzip") else {
            return body
        }
        let decoded = ContentCoding.decode(body, as: field, budget: &budget)
        let isUnread = !ContentCoding.decodes(field) && Self.isText(type)
        if let decoded, !isUnread || String(validating: decoded, as: UTF8.self) != nil { return decoded }
        guard isLenient else { return body }
        throw error(
            .unexpected(
                member: "response.content.text",
                expected: isUnread ? "text, or data in gzip or deflate" : "whole data in \(field)",
                found: isUnread ? "data in \(field), which is not decoded" : "damaged"),
            at: content["text"])
    }

    /// Whether a media type is one of text in UTF-8, which is not compressed itself.
    private static func isText(_ mediaType: String) -> Bool {
        let essence = mediaType.prefix { $0 != ";" }
        let isUnicode = !mediaType.contains("charset=") || mediaType.contains("utf-8")
        return isUnicode
            && (essence.hasPrefix("text/")
                || ["json", "xml", "javascript"].contains(where: essence.contains))
    }
}

// MARK: - Sidecar files

extension EntryReader {
    private func sidecar(_ content: JSON) throws(ArchiveError) -> HTTPBody {
        let json = content["_file"]
        guard let path = json.string else { throw unexpected(json, "response.content._file", "a string") }
        guard path.staysInside, !leavesFolder(path) else { throw error(.bodyOutside(path: path), at: json) }
        let file = folder.file(path)
        if isLenient, FileKind(path: file.path(percentEncoded: false)) == .missing {
            throw error(.bodyUnreadable(path: path, reason: "no such file"), at: json)
        }
        let layout = content["_layout"]
        guard layout.exists else { return .file(file) }
        guard let known = layout.string.flatMap(BodyLayout.init) else {
            throw unexpected(layout, "response.content._layout", "a known layout (minified)")
        }
        return .laidOut(file, known)
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
}

// MARK: - Text

extension EntryReader {
    /// Whether the media type is one of bytes, such as those of an image, which text cannot contain.
    private func isMedia(_ content: JSON, _ headers: HeaderFields) -> Bool {
        let type = (headers["Content-Type"] ?? content["mimeType"].string ?? "").lowercased()
        return ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
            && !type.contains("xml")
    }

    /// Returns the bytes of an image that an exporter stores in base64 without saying so. Other text is in
    /// place of the bytes, such as a note of Firebug that they are left out.
    private func media(_ text: String, _ content: JSON) throws(ArchiveError) -> HTTPBody {
        if let bytes = Base64.decode(text), BodyFileType.isImage(bytes) { return .data(bytes) }
        throw error(
            .unexpected(member: "response.content.text", expected: "base64", found: "text"),
            at: content["text"])
    }

    /// Returns the bytes of a body that Polly.JS stores as a list of chunks, or as one, in base64 or
    /// hexadecimal digits; nil if the body is another one.
    ///
    /// https://github.com/Netflix/pollyjs/blob/master/packages/%40pollyjs/adapter-node-http/src/index.js
    private func pollyChunks(_ text: String, _ content: JSON) -> Data? {
        let isBinary = content["_isBinary"].bool == true
        let isBase64 = content["encoding"].string?.lowercased() == "base64"
        guard isBinary || isBase64 && text.utf8.first == UInt8(ascii: "[") else { return nil }
        let list = (try? JSON(parsing: text))?.elements.map { $0.string ?? "?" } ?? []
        let chunks = list.isEmpty ? [text] : list
        if !isBase64, let bytes = Self.joined(chunks, { Data(hexadecimal: $0) }) { return bytes }
        return Self.joined(chunks, Base64.decode)
    }

    private static func joined(_ chunks: [String], _ decode: (String) -> Data?) -> Data? {
        var bytes = Data()
        for chunk in chunks {
            guard let decoded = decode(chunk) else { return nil }
            bytes += decoded
        }
        return bytes
    }

    private func data(_ text: String, encoding: JSON, _ name: String) throws(ArchiveError) -> Data {
        switch encoding.string?.lowercased() {
        case nil, "", "utf-8", "utf8", "text": return Data(text.utf8)
        case "base64":
            if let data = Base64.decode(text) { return data }
            throw error(.unexpected(member: "\(name).text", expected: "base64", found: "text"), at: encoding)
        default: throw unexpected(encoding, "\(name).encoding", "'base64' or no encoding")
        }
    }
}

// MARK: - The request

extension EntryReader {
    mutating func requestBody(_ post: JSON) throws(ArchiveError) -> Data? {
        guard post.kind == .object else { return nil }
        do throws(ArchiveError) {
            let text = post["text"]
            if let string = text.string {
                let name = post["_encoding"].exists ? "_encoding" : "encoding"
                return try data(string, encoding: post[name], "request.postData")
            }
            if text.isNull { return Data() }
            if text.exists { throw unexpected(text, "request.postData.text", "a string") }
        } catch {
            try lose(error) { .unreadableRequestBody(reason: $0) }
            return nil
        }
        let isMultipart = post["mimeType"].string?.lowercased().hasPrefix("multipart/") == true
        return post["params"].count > 0 && !isMultipart ? form(post["params"]) : nil
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

extension Data {
    /// Creates data from pairs of hexadecimal digits; nil if there is any other character.
    fileprivate init?(hexadecimal text: String) {
        let values = text.utf8.compactMap(\.hexValue)
        guard values.count == text.utf8.count, values.count % 2 == 0 else { return nil }
        self.init(stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
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
