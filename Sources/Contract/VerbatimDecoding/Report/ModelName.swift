/// The names of types as their author writes them: no module, no private context, and sugar for collections.
struct ModelName {
    private var rest: Substring

    /// The name of a type: `[Volume.Info]?` for what reflection calls
    /// `Swift.Optional<Swift.Array<VerbatimAppClients.Volume.Info>>`.
    static func of(_ type: any Any.Type) -> String {
        var parser = ModelName(rest: Substring(String(reflecting: type)))
        return parser.type()
    }

    /// The name of the model that declares the type of keys, if it is a model's own `CodingKeys`.
    static func declaring(_ keys: any Any.Type) -> String? {
        let name = of(keys)
        return name.hasSuffix(".CodingKeys") ? String(name.dropLast(".CodingKeys".count)) : nil
    }

    /// Reads `Module.Outer.Inner<Argument, Argument>`; a component in parentheses tells of a private context.
    private mutating func type() -> String {
        var components: [String] = []
        repeat {
            let name = component()
            components.append(arguments().map { Self.sugared(name, $0) } ?? name)
        } while skip(".")
        let declared = components.dropFirst(components.count > 1 ? 1 : 0)
        return declared.filter { !$0.isEmpty }.joined(separator: ".")
    }

    private mutating func component() -> String {
        guard skip("(") else { return String(take { !".<>,".contains($0) }) }
        let inside = take { $0 != ")" }
        _ = skip(")")
        let words = inside.split(separator: " ")
        return words.count == 3 && words[1] == "in" ? String(words[0]) : ""
    }

    private mutating func arguments() -> [String]? {
        guard skip("<") else { return nil }
        var arguments: [String] = []
        repeat { arguments.append(type()) } while skip(", ")
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

    private mutating func take(while belongs: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: belongs)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}
