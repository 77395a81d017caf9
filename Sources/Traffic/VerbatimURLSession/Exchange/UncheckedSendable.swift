/// A value that is handed over to one other thread and used only there.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
}
