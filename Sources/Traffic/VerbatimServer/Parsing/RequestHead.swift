package import VerbatimHAR
import VerbatimJSON

/// A request line and its fields, validated against RFC 9112.
package struct RequestHead {
    package var method = ""
    package var target = ""
    /// The digit after `HTTP/1.`.
    var minorVersion = 1
    package var headers = HeaderFields()

    /// The means by which the end of the body is marked.
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }
}

// MARK: - Request line

extension RequestHead {
    /// Parses `method SP request-target SP HTTP-version`, with single spaces only.
    ///
    /// RFC 9112, section 3: https://www.rfc-editor.org/rfc/rfc9112#section-3
    init(requestLine line: ArraySlice<UInt8>) throws(ProtocolError) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw ProtocolError(400, "the request line is not 'method target version' (RFC 9112, section 3)")
        }
        guard parts[0].isToken else {
            throw ProtocolError(400, "the method is not a token (RFC 9112, section 3.1)")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") })
        else {
            throw ProtocolError(
                400, "the request target contains a character that no URI may contain (RFC 9112, section 3.2)"
            )
        }
        minorVersion = try Self.minorVersion(parts[2])
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
    }

    /// Returns the minor version of 1.x (RFC 9112, section 2.3); a higher minor version is served as 1.1 (RFC
    /// 9110, section 2.5).
    private static func minorVersion(_ text: ArraySlice<UInt8>) throws(ProtocolError) -> Int {
        if text.elementsEqual("HTTP/1.1".utf8) { return 1 }
        let name = Array("HTTP/".utf8)
        let digits = Array(text.dropFirst(name.count))
        guard text.starts(with: name), digits.count == 3, digits[1] == UInt8(ascii: "."), digits[0].isDigit,
            digits[2].isDigit
        else { throw ProtocolError(400, "the version is not 'HTTP/digit.digit' (RFC 9112, section 2.3)") }
        guard digits[0] == UInt8(ascii: "1") else {
            throw ProtocolError(505, "the only supported version is HTTP/1.1 (RFC 9110, section 15.6.6)")
        }
        return digits[2] == UInt8(ascii: "0") ? 0 : 1
    }

    // MARK: Fields

    /// Parses and appends a line `name ":" OWS value OWS`.
    ///
    /// RFC 9112, section 5: https://www.rfc-editor.org/rfc/rfc9112#section-5
    mutating func append(fieldLine line: ArraySlice<UInt8>) throws(ProtocolError) {
        guard line.first?.isWhiteSpace == false else {
            throw ProtocolError(400, "a field line is folded or indented (RFC 9112, section 5.2)")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw ProtocolError(400, "a field line has no colon (RFC 9112, section 5)")
        }
        guard line[..<colon].isToken else {
            throw ProtocolError(
                400, "a field name is not a token, or is followed by white space (RFC 9112, section 5.1)")
        }
        let value = line[(colon + 1)...].trimmingWhiteSpace
        guard value.allSatisfy(\.isFieldCharacter) else {
            throw ProtocolError(400, "a field value contains a control character (RFC 9110, section 5.5)")
        }
        headers.append(String(decoding: line[..<colon], as: UTF8.self), value.text)
    }

    /// Validates the complete head, and returns the framing of the body.
    ///
    /// RFC 9112, sections 3.2 and 6.3: https://www.rfc-editor.org/rfc/rfc9112#section-6.3
    func framing() throws(ProtocolError) -> Framing {
        guard method != "CONNECT" else {
            throw ProtocolError(501, "CONNECT is not supported (RFC 9110, section 9.3.6)")
        }
        try validateTarget()
        try validateHost()
        let codings = headers.values(of: "Transfer-Encoding")
        let lengths = headers.values(of: "Content-Length")
        guard codings.isEmpty || lengths.isEmpty else {
            throw ProtocolError(
                400, "Content-Length and Transfer-Encoding are mutually exclusive (RFC 9112, section 6.1)")
        }
        if !codings.isEmpty { return try transferFraming(codings) }
        guard lengths.count <= 1 else {
            throw ProtocolError(400, "Content-Length occurs more than once (RFC 9110, section 8.6)")
        }
        guard let length = lengths.first else { return .none }
        guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else {
            throw ProtocolError(400, "Content-Length is not a number (RFC 9110, section 8.6)")
        }
        return .length(Int(length) ?? .max)
    }

    private func validateHost() throws(ProtocolError) {
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 || hosts.isEmpty && minorVersion == 0 else {
            throw ProtocolError(400, "expected exactly one Host field (RFC 9112, section 3.2)")
        }
        guard hosts.allSatisfy({ $0.isEmpty || $0.utf8.isAuthority }) else {
            throw ProtocolError(400, "the Host field is not 'host:port' (RFC 9110, section 7.2)")
        }
    }

    private func transferFraming(_ values: [String]) throws(ProtocolError) -> Framing {
        guard minorVersion > 0 else {
            throw ProtocolError(400, "HTTP/1.0 does not allow Transfer-Encoding (RFC 9112, section 6.1)")
        }
        let codings = headers.list("Transfer-Encoding").map { $0.equalsIgnoringASCIICase("chunked") }
        guard codings.last == true, codings.count(where: \.self) == 1 else {
            throw ProtocolError(400, "the last transfer coding is not 'chunked' (RFC 9112, section 6.3)")
        }
        guard values.count == 1, values[0].equalsIgnoringASCIICase("chunked") else {
            throw ProtocolError(
                501, "the only supported transfer coding is 'chunked' (RFC 9112, section 6.1)")
        }
        return .chunked
    }

    // MARK: Connection

    /// Whether the connection stays open after this request (RFC 9112, section 9.3).
    package var keepsConnection: Bool {
        minorVersion > 0 && !headers.list("Connection").contains { $0.equalsIgnoringASCIICase("close") }
    }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    func expectsContinue() throws(ProtocolError) -> Bool {
        guard minorVersion > 0, let expectation = headers["Expect"] else { return false }
        guard expectation.equalsIgnoringASCIICase("100-continue") else {
            throw ProtocolError(
                417, "the only supported expectation is '100-continue' (RFC 9110, section 10.1.1)")
        }
        return true
    }
}

extension HeaderFields {
    /// Returns the elements of the comma-separated lists in all fields of a name (RFC 9110, section 5.6.1).
    func list(_ name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }.map { element in
            String(decoding: ArraySlice(element.utf8).trimmingWhiteSpace, as: UTF8.self)
        }
    }
}

extension RequestHead {
    /// Validates the form of the request target.
    ///
    /// The allowed forms are a path, an absolute URL, and `*` for OPTIONS.
    ///
    /// RFC 9112, section 3.2: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    func validateTarget() throws(ProtocolError) {
        guard target.hasPrefix("/") || isAbsolute || target == "*" && method == "OPTIONS" else {
            throw ProtocolError(
                400, "the request target is neither a path nor an absolute URL (RFC 9112, section 3.2)")
        }
        let hostOn = target.utf8.drop(while: { $0 != UInt8(ascii: "/") }).dropFirst(2)
        guard
            !isAbsolute
                || hostOn.prefix(while: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }).isAuthority
        else { throw ProtocolError(400, "the request target has no valid host (RFC 9110, section 4.2)") }
    }

    /// Returns the URL of the request (RFC 9112, section 3.3).
    ///
    /// - Parameter authority: The host and port of the server, for a `Host` field that is empty or missing.
    func url(authority: String) -> String {
        if isAbsolute { return target }
        let host = headers["Host"].flatMap { $0.isEmpty ? nil : $0 } ?? authority
        return "http://" + host + (target == "*" ? "" : target)
    }

    private var isAbsolute: Bool { target.isHTTPURL }
}

extension String {
    /// Whether the text begins like an absolute URL of HTTP.
    var isHTTPURL: Bool { self[...].isHTTPURL }
}

extension Substring {
    /// Whether the text begins like an absolute URL of HTTP.
    var isHTTPURL: Bool {
        guard let first = utf8.first, first | 0x20 == UInt8(ascii: "h") else { return false }
        return ["http://", "https://"].contains { scheme in
            let start = Substring(utf8.prefix(scheme.utf8.count))
            return String(start).equalsIgnoringASCIICase(scheme)
        }
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are `uri-host [ ":" port ]`, with a host that is not empty and without a user.
    ///
    /// RFC 3986, section 3.2: https://www.rfc-editor.org/rfc/rfc3986#section-3.2
    var isAuthority: Bool {
        guard first == UInt8(ascii: "[") else {
            let host = prefix { $0 != UInt8(ascii: ":") }
            return !host.isEmpty && host.allSatisfy(\.isHostCharacter) && dropFirst(host.count).isPort
        }
        let address = dropFirst().prefix { $0 != UInt8(ascii: "]") }
        return !address.isEmpty && address.allSatisfy { $0.isHostCharacter || $0 == UInt8(ascii: ":") }
            && count > address.count + 1 && dropFirst(address.count + 2).isPort
    }

    /// Whether the bytes are empty, or a colon and digits.
    private var isPort: Bool { isEmpty || first == UInt8(ascii: ":") && dropFirst().allSatisfy(\.isDigit) }
}

extension UInt8 {
    /// Whether the byte may be in a registered name: a letter, a digit, or one of `-._~%!$&'()*+,;=` (RFC
    /// 3986, section 3.2.2).
    fileprivate var isHostCharacter: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case 0x21, 0x24...0x2e, 0x3b, 0x3d, 0x5f, 0x7e: true
        default: false
        }
    }

    /// Whether the byte is a space or a horizontal tab.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte may be in the value of a field (RFC 9110, section 5.5).
    var isFieldCharacter: Bool { self >= 0x20 && self != 0x7f || self == 0x09 }

    /// Whether the byte is a character of a token (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are a token (RFC 9110, section 5.6.2).
    var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }

    var trimmingWhiteSpace: ArraySlice<UInt8> {
        var slice = drop(while: \.isWhiteSpace)
        while slice.last?.isWhiteSpace == true { slice.removeLast() }
        return slice
    }

    /// The text of the bytes: as UTF-8 if they are valid, otherwise as ISO-8859-1, so that no byte is lost.
    var text: String {
        String(validating: self, as: UTF8.self)
            ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
