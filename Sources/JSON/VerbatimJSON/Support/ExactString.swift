/// A string that equals only the same Unicode scalars, as in JSON; a `String` also equals canonical
/// equivalents.
struct ExactString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (a: ExactString, b: ExactString) -> Bool {
        a.string.utf8.count == b.string.utf8.count && a.string.utf8.elementsEqual(b.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
