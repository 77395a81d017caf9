extension KeyedDecodingContainer {
    /// Decodes an integer that some servers write as a string of digits.
    func decodeInteger(forKey key: Key) throws -> Int {
        do {
            return try decode(Int.self, forKey: key)
        } catch DecodingError.typeMismatch(let type, let context) {
            guard let text = try? decode(String.self, forKey: key), let number = Int(text) else {
                throw DecodingError.typeMismatch(type, context)
            }
            return number
        }
    }
}
