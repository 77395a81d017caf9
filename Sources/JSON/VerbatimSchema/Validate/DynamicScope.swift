/// The dynamic scope: the schema resources from the entry to the current schema, each once.
///
/// Only the outermost resource with an anchor matters, so a resource that is entered again changes nothing.
/// https://json-schema.org/draft/2020-12/json-schema-core#section-7.1
struct DynamicScope {
    /// The resources, the outermost first.
    private(set) var resources: [Int32] = []
    /// A number that equal scopes share.
    private(set) var number: Int32 = 0
    private var isEntered: [Bool]
    /// The numbers of scopes, by the number of the scope around them and its last resource.
    private var numbers: [Step: Int32] = [:]

    private struct Step: Hashable {
        let outer: Int32
        let resource: Int32
    }

    init(resourceCount: Int) {
        isEntered = [Bool](repeating: false, count: resourceCount)
    }

    /// Enters a resource; returns the number of the scope around it, or nil if the scope is the same.
    mutating func enter(_ resource: Int32) -> Int32? {
        guard !isEntered[Int(resource)] else { return nil }
        isEntered[Int(resource)] = true
        resources.append(resource)
        let outer = number
        let step = Step(outer: outer, resource: resource)
        number = numbers[step] ?? Int32(truncatingIfNeeded: numbers.count + 1)
        numbers[step] = number
        return outer
    }

    /// Leaves the resource that was entered last.
    mutating func leave(to outer: Int32) {
        number = outer
        if let resource = resources.popLast() { isEntered[Int(resource)] = false }
    }
}
