import VerbatimHAR

extension HeaderFields {
    /// The fields that say something about the API, by name in lower case, sorted to be compared.
    ///
    /// Fields whose values differ in every response are kept by name only.
    var significant: [[String]] {
        compactMap { field in
            let name = field.name.lowercased()
            switch VolatileHeaders.significance(of: name) {
            case .none: return nil
            case .presence: return [name]
            // A cache counts `max-age` down.
            case .value:
                return [name, name == "cache-control" ? field.value.filter { !$0.isNumber } : field.value]
            }
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
