/// Words of command lines that are printed to be pasted.
extension String {
    /// The text in single quotes, in which a POSIX shell expands nothing.
    ///
    /// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
    package var shellQuoted: String {
        // Not by characters: a quotation mark can be one together with an accent.
        "'" + unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    /// The text as one word of a POSIX shell: as it is, if no shell reads any of it otherwise.
    package var shellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || "-._/:,+@%".utf8.contains($0) }
        return isPlain ? self : shellQuoted
    }
}
