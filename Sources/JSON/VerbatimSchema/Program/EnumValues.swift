/// The values of `const` or `enum`: strings in a table, all others one by one.
struct EnumValues: BitwiseCopyable {
    var strings = NameTable()
    /// A range of `literals`.
    var literalStart: Int32 = 0
    var literalEnd: Int32 = 0
}

/// A value in a schema document.
struct Literal: BitwiseCopyable {
    var document: Int32
    var node: Int32
}
