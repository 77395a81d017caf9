import VerbatimJSON

/// A user of reqres.in; all of them are invented.
struct FakeReqresUser {
    let id: Int
    let firstName: String
    let lastName: String

    var email: String { "\(firstName).\(lastName)@reqres.in".lowercased() }
    var facePath: String { "/img/faces/\(id)-image.jpg" }

    var json: JSONValue {
        [
            "id": .integer(id), "email": .string(email), "first_name": .string(firstName),
            "last_name": .string(lastName), "avatar": .string("https://reqres.in" + facePath),
        ]
    }

    /// The number in `/api/users/<number>`.
    static func id(in path: String) -> Int? {
        let parts = path.split(separator: "/")
        return parts.count == 3 && path.hasPrefix("/api/users/") ? Int(parts[2]) : nil
    }

    static let all = [
        ("Ada", "Quill"), ("Bruno", "Castell"), ("Clara", "Winter"), ("Dmitri", "Vale"), ("Esme", "Harbour"),
        ("Felix", "Morrow"), ("Greta", "Lindholm"), ("Hugo", "Sandoval"), ("Ines", "Carver"),
        ("Jonas", "Reed"),
        ("Kira", "Oakley"), ("Leo", "Fairbairn"),
    ].enumerated().map { FakeReqresUser(id: $0 + 1, firstName: $1.0, lastName: $1.1) }
}
