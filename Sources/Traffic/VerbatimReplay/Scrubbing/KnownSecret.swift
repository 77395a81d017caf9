/// A secret whose value is known, by the name it is spoken of.
struct KnownSecret: Sendable {
    let name: String
    let value: String
    let spelling: SecretSpelling
    let base64: SecretBase64

    init(name: String, value: String) {
        self.name = name
        self.value = value
        spelling = SecretSpelling(value)
        base64 = SecretBase64(value)
    }
}
