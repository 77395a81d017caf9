/// A token of a Swift source, as far as declarations need to be told apart.
struct SwiftToken {
    enum Kind {
        /// A keyword, a name or a number.
        case word
        /// A name in backticks, which is no keyword.
        case quotedName
        /// A string or a regular expression; the text is what stands between the quotes, as it is written.
        case literal
        /// One other character.
        case mark
    }

    let kind: Kind
    let text: String
    /// The line, from 1.
    let line: Int
    /// The column in UTF-8 bytes, from 1.
    let column: Int
    /// Whether it is the first of its line.
    let startsLine: Bool

    /// Whether it is this keyword.
    func isWord(_ text: String) -> Bool { kind == .word && self.text == text }

    /// Whether it is this mark.
    func isMark(_ text: String) -> Bool { kind == .mark && self.text == text }

    /// Whether it can name something.
    var isName: Bool { kind == .word || kind == .quotedName }
}
