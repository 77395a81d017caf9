/// Undoes the notation of a style: from what was sent to its elements, its members, or its text.
///
/// https://spec.openapis.org/oas/v3.1.1.html#style-examples
struct ParameterSerialization {
    let style: ParameterStyle
    let isExploded: Bool

    /// The text of a value that is neither a list nor an object; nil when it is not written in this style.
    func text(of sent: SentValue) -> String? {
        guard style == .label || style == .matrix else { return sent.text }
        return marked(sent)?.first.map(sent.decode)
    }

    /// The elements of a list; nil when it is not written in this style.
    func elements(of sent: SentValue) -> [String]? {
        switch style {
        case .deepObject: nil
        case .label, .matrix: (isExploded ? marked(sent) : marked(sent)?.flatMap(split))?.map(sent.decode)
        case .simple: sent.values.flatMap(split).map(sent.decode)
        case .form, .spaceDelimited, .pipeDelimited:
            isExploded ? sent.values.map(sent.decode) : sent.values.flatMap { delimited($0, sent) }
        }
    }

    /// The members of an object; nil when it is not written in this style.
    ///
    /// - Parameter isMember: Whether a name is that of a member, where members stand among other items.
    func members(of sent: SentValue, where isMember: (String) -> Bool) -> [RequestTarget.Field]? {
        switch (style, isExploded) {
        case (.deepObject, _): deepMembers(of: sent)
        case (.form, true):
            sent.fields.filter { isMember($0.name) }.map { ($0.name, sent.decode($0.value)) }
        case (.label, true), (.matrix, true):
            marks(sent).flatMap { pairs($0, sent) }
        case (.simple, true): pairs(sent.values.flatMap(split), sent)
        case (.label, false), (.matrix, false):
            marked(sent).flatMap { alternating($0.flatMap(split).map(sent.decode)) }
        case (.simple, false): alternating(sent.values.flatMap(split).map(sent.decode))
        default: alternating(sent.values.flatMap { delimited($0, sent) })
        }
    }

    /// What a value in this style looks like.
    var example: String {
        switch (style, isExploded) {
        case (.label, _): "a value like '.blue'"
        case (.matrix, _): "a value like ';name=blue'"
        case (.deepObject, _): "items like 'name[key]=blue'"
        case (.simple, true): "members like 'key=blue'"
        default: "names and values in turn"
        }
    }
}

// MARK: - Pieces

extension ParameterSerialization {
    private func split(_ text: Substring) -> [Substring] {
        text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
    }

    /// Pieces between delimiters; one that is escaped is a delimiter where there is no plain one, for there are
    /// clients that escape everything.
    private func delimited(_ text: Substring, _ sent: SentValue) -> [String] {
        guard !text.isEmpty else { return [] }
        let delimiter: Character =
            switch style {
            case .spaceDelimited: " "
            case .pipeDelimited: "|"
            default: ","
            }
        if delimiter != " ", text.contains(delimiter) {
            return text.split(separator: delimiter, omittingEmptySubsequences: false).map(sent.decode)
        }
        return sent.decode(text).split(separator: delimiter, omittingEmptySubsequences: false).map(
            String.init)
    }

    /// The pieces behind the marks of `.blue.black` or `;color=blue;color=black`.
    private func marked(_ sent: SentValue) -> [Substring]? {
        guard let pieces = marks(sent) else { return nil }
        guard style == .matrix else { return pieces }
        let names = pieces.map { $0.prefix { $0 != "=" } }
        guard names.allSatisfy({ sent.decode($0) == sent.name }) else { return nil }
        return zip(pieces, names).map { $0.dropFirst($1.count + 1) }
    }

    private func marks(_ sent: SentValue) -> [Substring]? {
        let mark: Character = style == .label ? "." : ";"
        guard let text = sent.values.first, text.first == mark else { return nil }
        // Without explosion only the first mark is one.
        guard isExploded else { return [text.dropFirst()] }
        return text.dropFirst().split(separator: mark, omittingEmptySubsequences: false)
    }

    /// `R=100` and the like.
    private func pairs(_ pieces: [Substring], _ sent: SentValue) -> [RequestTarget.Field]? {
        var fields: [RequestTarget.Field] = []
        for piece in pieces {
            guard let equals = piece.firstIndex(of: "=") else { return nil }
            fields.append((sent.decode(piece[..<equals]), sent.decode(piece[piece.index(after: equals)...])))
        }
        return fields
    }

    /// `R`, `100`, `G`, `200` and so on.
    private func alternating(_ pieces: [String]) -> [RequestTarget.Field]? {
        guard pieces.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: pieces.count, by: 2).map { (pieces[$0], pieces[$0 + 1]) }
    }

    /// `color[R]=100` and the like.
    private func deepMembers(of sent: SentValue) -> [RequestTarget.Field] {
        sent.fields.compactMap { item in
            guard item.name.hasPrefix(sent.name + "["), item.name.hasSuffix("]") else { return nil }
            let key = item.name.dropFirst(sent.name.count + 1).dropLast()
            return (String(key), sent.decode(item.value))
        }
    }
}
