/// Plain values that never change, read without a bounds check and without counting references.
///
/// Unsafe code. Invariant: `base` points to `count` values that `init` wrote, nobody writes afterwards and `deinit`
/// frees; every index in a program was made by the compiler for the array it is used with, so it lies below `count`.
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
