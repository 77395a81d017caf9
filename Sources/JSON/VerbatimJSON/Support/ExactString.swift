/// A string that equals only the same Unicode scalars, as in JSON; a `String` also equals canonical
/// equivalents.
package struct ExactString: Hashable {
    let string: String

    package init(_ string: String) { self.string = string }

    package static func == (a: ExactString, b: ExactString) -> Bool {
        a.string.utf8.count == b.string.utf8.count && a.string.utf8.elementsEqual(b.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
