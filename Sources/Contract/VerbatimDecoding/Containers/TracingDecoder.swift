/// A real decoder, with what the model asks of it watched.
struct TracingDecoder: Decoder {
    let real: any Decoder
    let attempt: Attempt
    let usage: UsageNode

    var codingPath: [any CodingKey] { real.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { real.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        attempt.readsMembers = true
        return try attempt.open(.object, at: real.codingPath, blank: .blank(at: real.codingPath)) {
            KeyedDecodingContainer(
                TracingKeyedContainer(
                    real: try real.container(keyedBy: type), attempt: attempt, usage: usage))
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        attempt.readsMembers = true
        return try attempt.open(
            .array, at: real.codingPath, blank: PlaceholderUnkeyedContainer(codingPath: real.codingPath)
        ) {
            TracingUnkeyedContainer(real: try real.unkeyedContainer(), attempt: attempt, usage: usage)
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TracingValueContainer(real: try real.singleValueContainer(), attempt: attempt, usage: usage)
    }
}
