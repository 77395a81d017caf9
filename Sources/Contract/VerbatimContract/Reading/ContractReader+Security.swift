import VerbatimJSON

/// https://spec.openapis.org/oas/v3.1.1.html#security-requirement-object
extension ContractReader {
    /// Returns the security requirements of an operation: its own, or those of the document.
    mutating func security(of operation: JSON) -> [[SecurityScheme]] {
        let list = operation["security"].exists ? operation["security"] : document["security"]
        if let known = securityRequirements[list.node] { return known }
        let requirements = list.elements.map { requirement in
            requirement.members.map { securityScheme($0.name, at: $0.value) }
        }
        // A requirement without schemes makes the others optional.
        let security = requirements.contains(where: \.isEmpty) ? [] : requirements
        if list.exists { securityRequirements[list.node] = security }
        return security
    }

    private mutating func securityScheme(_ name: String, at requirement: JSON) -> SecurityScheme {
        let scheme = document["components"]["securitySchemes"][name]
        guard scheme.exists else {
            report(requirement, "undefined security scheme '\(name)'")
            return SecurityScheme(name: name, credential: .invisible)
        }
        let credential = resolve(scheme).map(Self.credential) ?? .invisible
        return SecurityScheme(name: name, credential: credential)
    }

    private static func credential(of scheme: JSON) -> SecurityScheme.Credential {
        switch (scheme["type"].string, scheme["in"].string, scheme["name"].string) {
        case ("apiKey", "header", let name?): .header(name)
        case ("apiKey", "query", let name?): .query(name)
        case ("apiKey", "cookie", let name?): .cookie(name)
        case ("http", _, _): .header("Authorization")
        case ("oauth2", _, _), ("openIdConnect", _, _): .accessToken
        default: .invisible
        }
    }
}
