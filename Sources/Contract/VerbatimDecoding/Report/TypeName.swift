import Synchronization

/// The names of types as source writes them: without module and private context, with sugar for collections.
struct TypeName {
    private var rest: Substring

    /// The names of the types seen so far: reflection and parsing take longer than decoding a small object.
    private static let names = Mutex<[ObjectIdentifier: String]>([:])

    /// Returns the name of a type: `[Volume.Info]?` for a type that reflection names
    /// `Swift.Optional<Swift.Array<VerbatimAppClients.Volume.Info>>`.
    static func of(_ type: any Any.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = names.withLock({ $0[id] }) { return name }
        // The text of `String(reflecting:)`, without its search for conformances to print the type by.
        var parser = TypeName(rest: Substring(_typeName(type, qualified: true)))
        let name = parser.parseType()
        names.withLock { $0[id] = name }
        return name
    }

    /// Returns the name of the model that declares a type of coding keys, if it is a model's `CodingKeys`.
    static func declaring(_ keyType: any Any.Type) -> String? {
        let name = of(keyType)
        return name.hasSuffix(".CodingKeys") ? String(name.dropLast(".CodingKeys".count)) : nil
    }

    /// Parses `Module.Outer.Inner<Argument, Argument>`.
    private mutating func parseType() -> String {
        var components: [String] = []
        repeat {
            let name = parseComponent()
            components.append(parseArguments().map { Self.sugared(name, $0) } ?? name)
        } while skip(".")
        let declared = components.dropFirst(components.count > 1 ? 1 : 0)
        return declared.filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Parses a name, or `(Name in $context)` for a type in a private context.
    private mutating func parseComponent() -> String {
        guard skip("(") else { return String(removePrefix { !".<>,".contains($0) }) }
        let inside = removePrefix { $0 != ")" }
        _ = skip(")")
        let words = inside.split(separator: " ")
        return words.count == 3 && words[1] == "in" ? String(words[0]) : ""
    }

    private mutating func parseArguments() -> [String]? {
        guard skip("<") else { return nil }
        var arguments: [String] = []
        repeat { arguments.append(parseType()) } while skip(", ")
        _ = skip(">")
        return arguments
    }

    private static func sugared(_ name: String, _ arguments: [String]) -> String {
        switch (name, arguments.count) {
        case ("Array", 1): "[\(arguments[0])]"
        case ("Optional", 1): "\(arguments[0])?"
        case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
        default: "\(name)<\(arguments.joined(separator: ", "))>"
        }
    }

    private mutating func removePrefix(while belongs: (Character) -> Bool) -> Substring {
        let prefix = rest.prefix(while: belongs)
        rest = rest[prefix.endIndex...]
        return prefix
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}
