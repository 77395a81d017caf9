import VerbatimJSON

/// The shape of a value, which decides if a value of an ambiguous name is a credential.
struct CredentialShape {
    private(set) var count = 0
    private(set) var hasDigit = false
    /// Whether it has characters other than letters and digits.
    private(set) var hasOther = false
    private(set) var hasSpace = false
    private var hasLower = false
    private var hasUpper = false
    private var hasLetter: Bool { hasLower || hasUpper }
    private var isHexadecimal = true
    /// The letters and digits in pieces of at least six that mix letters and digits, or cases.
    private var mixed = 0
    private var longestWord = 0
    /// The changes between letters and digits, or cases, in words.
    private var changes = 0
    private let isURL: Bool
    private let isPath: Bool
    private var isAddress: Bool { isURL || isPath }
    private let isDate: Bool
    private let isSentence: Bool

    init(_ value: String) {
        isURL = value.contains("://") || ["data:", "urn:"].contains(where: value.hasPrefix)
        isPath = ["/", "#/"].contains(where: value.hasPrefix)
        isDate = CredentialShape.isDate(value.utf8)
        isSentence = CredentialShape.isSentence(value)
        var piece = Piece()
        for byte in value.utf8 {
            count += 1
            add(byte)
            if !piece.append(byte) { end(&piece) }
        }
        end(&piece)
    }

    private mutating func add(_ byte: UInt8) {
        switch byte {
        case "0"..."9": hasDigit = true
        case "a"..."z": hasLower = true
        case "A"..."Z": hasUpper = true
        default:
            hasOther = true
            if byte <= 0x20 { hasSpace = true }
        }
        if !byte.isHexDigit { isHexadecimal = false }
    }

    private mutating func end(_ piece: inout Piece) {
        if piece.isMixed { mixed += piece.count }
        longestWord = max(longestWord, piece.count)
        changes += piece.changes
        piece = Piece()
    }

    /// `2026-11-21` and anything after it that a date can have.
    private static func isDate(_ bytes: String.UTF8View) -> Bool {
        bytes.count >= 10 && zip("0000-00-00".utf8, bytes).allSatisfy { $0 == "-" ? $1 == $0 : $1.isDigit }
            && bytes.dropFirst(10).allSatisfy { "+"...":" ~= $0 || $0 == "T" || $0 == "Z" }
    }

    /// Whether a text with spaces says something, as the answer `"password": "is too short"` does, and is no
    /// phrase of random words.
    private static func isSentence(_ value: String) -> Bool {
        guard value.utf8.contains(where: { $0 <= 0x20 }) else { return false }
        let words = value.prefix(1024).lowercased().split { !$0.isLetter && $0 != "'" }
        return words.contains { wordsOfSentences.contains(String($0)) }
    }

    private static let wordsOfSentences: Set = [
        "a", "an", "and", "at", "be", "can", "can't", "cannot", "code", "does", "doesn't", "enter", "for",
        "forgot", "has", "have", "in", "invalid", "is", "isn't", "it", "key", "must", "new", "not", "of",
        "or", "passphrase", "password", "please", "required", "reset", "secret", "should", "the", "this",
        "to", "token", "was", "with", "you", "your",
    ]

    /// Whether it looks as a provider issues credentials: random letters and digits.
    ///
    /// That takes 16 letters and digits in pieces that are no words, or 8 if small letters, capitals, digits
    /// and other characters are three kinds at least. A URL, a path, a date and text with spaces do not look
    /// issued.
    var looksIssued: Bool {
        let kinds = [hasLower, hasUpper, hasDigit, hasOther].count { $0 }
        return !hasSpace && !isAddress && !isDate && (mixed >= 16 || (mixed >= 8 && kinds >= 3))
    }

    /// Whether it could be a credential whatever it consists of: no address, and no sentence.
    ///
    /// One in 64 keys in base64 begins with a slash, and most of it reads as no word.
    var isAnyCredential: Bool { !isSentence && !isURL && (!isPath || mixed * 2 >= count) }

    /// Whether it could be a credential: one word of text, a number, a date, a URL and text with spaces could
    /// not, nor could fewer than 16 hexadecimal digits, as no provider issues under 64 bits.
    var isPlausible: Bool {
        guard !hasSpace, !isAddress, !isDate, count >= 4, hasLetter else { return false }
        let isWord = !hasDigit && !hasOther && count < 16 && !(hasLower && hasUpper && mixed > 0)
        return !isWord && !(isHexadecimal && count < 16)
    }

    /// Whether a value that could be ordinary text may be searched for everywhere.
    ///
    /// From 8 bytes, but not one word of fewer than 16 letters: `password` is also text.
    var isSearchable: Bool {
        count >= Redaction.minimumFoundLength && (hasDigit || hasOther || longestWord >= 16 || mixed > 0)
            && !isAddress && !isDate
    }

    /// Whether the value of any cookie may be searched for everywhere: `en`, `1`, `America/New_York` and
    /// `necessary,analytics` are settings.
    var isSearchableInCookie: Bool {
        guard !hasSpace, !isAddress, !isDate else { return false }
        return looksIssued || longestWord >= 16 || (count >= 12 && hasDigit && hasLetter)
    }

    /// Whether `key` in a URL or a form is an API key: not a name, a number, a path or text.
    var looksLikeKey: Bool {
        looksIssued || (isPlausible && count >= 16 && (changes >= 3 || (longestWord >= 16 && hasDigit)))
    }
}

/// A run of letters and digits.
private struct Piece {
    var count = 0
    private var last: UInt8 = 0
    private(set) var changes = 0
    private var letters = 0

    /// Appends a letter or a digit, and returns false for any other byte.
    mutating func append(_ byte: UInt8) -> Bool {
        let kind: UInt8
        switch byte {
        case "0"..."9": kind = 1
        case "a"..."z": kind = 2
        case "A"..."Z": kind = 3
        default: return false
        }
        // A capital letter and the small ones after it are a word.
        if count > 0, kind != last, !(last == 3 && kind == 2) { changes += 1 }
        if kind > 1 { letters += 1 }
        last = kind
        count += 1
        return true
    }

    /// Whether it reads as no word, name or number: `4f9a27c1` and `aXbY9q`, but not `iPhone15` or `h264`.
    var isMixed: Bool {
        if letters == 0 { return count >= 16 }
        // The words of `setForPageAction` have more letters than those of a random mixture of cases.
        return count >= 6 && changes >= (letters == count ? max(3, count / 4) : 3)
    }
}
