import VerbatimJSON

/// The users, and the information about support in every response that contains users.
struct FakeUserList: Decodable {
    struct Support: Decodable {
        let url: String
        let text: String

        var json: JSONValue { ["url": .string(url), "text": .string(text)] }
    }

    let users: [FakeUser]
    let support: Support
}

struct FakeUser: Decodable {
    let id: Int
    let firstName: String
    let lastName: String

    var email: String { "\(firstName).\(lastName)@reqres.in".lowercased() }
    var avatarPath: String { "/img/faces/\(id)-image.jpg" }

    var json: JSONValue {
        [
            "id": .integer(id), "email": .string(email), "first_name": .string(firstName),
            "last_name": .string(lastName), "avatar": .string("https://reqres.in" + avatarPath),
        ]
    }

    /// Returns the identifier in `/api/users/<identifier>`.
    static func id(in path: String) -> Int? {
        let parts = path.split(separator: "/")
        return parts.count == 3 && path.hasPrefix("/api/users/") ? Int(parts[2]) : nil
    }
}
