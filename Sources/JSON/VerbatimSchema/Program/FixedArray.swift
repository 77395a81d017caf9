/// An immutable array of plain values, read without bounds checks or reference counting.
///
/// Unsafe code. Invariant: `base` points to `count` values, which `init` writes, nothing modifies and
/// `deinit` frees. Every index in a program was created by the compiler for the array it is used with, so it
/// is below `count`.
final class FixedArray<Element: BitwiseCopyable>: @unchecked Sendable {
    let base: UnsafePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(from: elements, count: elements.count)
        base = UnsafePointer(memory)
        count = elements.count
    }

    deinit { base.deallocate() }
}
