import VerbatimHAR

/// What was sent for one parameter or header, as written.
struct SentValue {
    /// Where escapes and plus signs stand for something else.
    enum Encoding {
        /// In a query and in forms.
        case form
        /// In a path and in cookies.
        case percent
        /// In header fields.
        case none
    }

    /// The name it goes by.
    let name: String
    /// The values sent under its name, in order.
    let values: [Substring]
    /// Everything sent beside it in the same location, for a value whose members stand by themselves.
    var fields: [RequestTarget.Item] = []
    let encoding: Encoding

    /// A piece of it without its escapes.
    func decode(_ text: Substring) -> String {
        switch encoding {
        case .form: PercentEncoding.decode(text, plusIsSpace: true)
        case .percent: PercentEncoding.decode(text)
        case .none: String(text.trimming(" \t"))
        }
    }

    /// Everything sent under its name, as one text.
    var text: String { values.map(decode).joined(separator: ", ") }
}
