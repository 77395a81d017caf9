/// An immutable array, read without bounds checks or reference counting.
///
/// Unsafe code. Invariant: `base` points to `count` values, which `init` writes, nothing modifies and
/// `deinit` frees. A caller reads only indices below `count`, and not after the array is gone.
package final class FixedArray<Element: Sendable>: @unchecked Sendable {
    package let base: UnsafePointer<Element>
    package let count: Int

    package init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(from: elements, count: elements.count)
        base = UnsafePointer(memory)
        count = elements.count
    }

    deinit { UnsafeMutablePointer(mutating: base).deinitialize(count: count).deallocate() }
}
