import Foundation
import VerbatimJSON

/// Armored text that is made to be published: signatures, public keys and certificates.
///
/// Names such as `signature` say nothing about it, so a value must consist of nothing else. Sources:
/// [RFC 9580, section 6.2](https://www.rfc-editor.org/rfc/rfc9580#section-6.2) for OpenPGP,
/// [RFC 7468](https://www.rfc-editor.org/rfc/rfc7468) for keys and certificates.
enum PublicArmor {
    private static let labels: Set = [
        "PGP SIGNATURE", "PGP PUBLIC KEY BLOCK", "SSH SIGNATURE", "PUBLIC KEY", "RSA PUBLIC KEY",
        "CERTIFICATE",
    ]
    /// The headers of OpenPGP. Comments may be anything, so a value with one is not public.
    private static let headers = ["Version: GnuPG ", "Hash: SHA", "Charset: UTF-8"]

    /// Whether a value consists of such blocks and nothing else.
    static func isPublic(_ value: String) -> Bool {
        var label: String?
        var hasBlock = false
        for line in value.split(whereSeparator: \.isNewline) {
            let line = String(line).trimmingCharacters(in: .whitespaces)
            if let current = label {
                if line == "-----END \(current)-----" {
                    (label, hasBlock) = (nil, true)
                } else if !isBase64(line), !headers.contains(where: line.hasPrefix) {
                    return false
                }
            } else if !line.isEmpty {
                label = labels.first { line == "-----BEGIN \($0)-----" }
                if label == nil { return false }
            }
        }
        return label == nil && hasBlock
    }

    private static func isBase64(_ line: String) -> Bool {
        line.utf8.allSatisfy { $0.isLetterOrDigit || "+/=".utf8.contains($0) }
    }
}
