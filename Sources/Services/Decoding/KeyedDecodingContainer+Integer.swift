extension KeyedDecodingContainer {
    /// Decodes an integer that some servers write as a string of digits.
    func decodeInteger(forKey key: Key) throws -> Int {
        guard let text = try? decode(String.self, forKey: key) else {
            return try decode(Int.self, forKey: key)
        }
        guard let number = Int(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "'\(text)' is not an integer")
        }
        return number
    }
}
