@_spi(Tape) import VerbatimJSON

/// Counts the elements of arrays by variant, as their discriminators distinguish them.
///
/// Unsafe code: reads the node of the elements through a pointer. Invariant: that of `UnsafeShapeNode`; the
/// node and the tape are those of the document that is being read, and `lastValue` of a slot whose
/// `lastObject` is the current object is an index into that tape.
struct UnsafeVariantCounter {
    /// The discriminators, by their indices in `Discriminator.names` and among the properties of the
    /// elements.
    private(set) var discriminators: [(name: Int, slot: Int)] = []
    private(set) var variants: [Variant] = []
    private var lastVariant = 0

    /// With more variants than this, a property is not a discriminator.
    private static let limit = 32
    /// With more properties than this, elements are keyed by data, and every one of them would cost a look at
    /// all properties.
    private static let propertyLimit = 1024

    /// The elements of one variant.
    struct Variant {
        /// The values of the discriminators, in their order; nil for a missing one.
        var values: [[UInt8]?]
        var objects = 0
        var responses = 0
        var lastResponse = -1
        /// The number of elements with each property, by its slot.
        var present: [Int] = []
    }

    /// Adds a new property to the discriminators if its name is one of theirs.
    mutating func addDiscriminator(_ name: UnsafeBufferPointer<UInt8>, slot: Int) {
        let text = String(decoding: name, as: UTF8.self)
        guard let index = ObservedShape.Discriminator.names.firstIndex(of: text) else { return }
        discriminators.append((index, slot))
        for variant in variants.indices { variants[variant].values.append(nil) }
    }

    /// Counts an element that was read completely.
    ///
    /// - Returns: Whether variants can still be distinguished.
    mutating func count(
        _ node: UnsafeMutablePointer<UnsafeShapeNode>, _ tape: TapeReader, in response: Int
    ) -> Bool {
        guard !discriminators.isEmpty else { return true }
        guard node.pointee.propertyCount <= Self.propertyLimit else { return false }
        let object = node.pointee.objects
        if variants.isEmpty, object > 0 { countEarlierElements(node) }
        guard let variant = variant(of: node, tape) else { return false }
        variants[variant].count(node, in: response)
        return true
    }

    /// Assigns the elements before the first discriminator to the variant without discriminators.
    private mutating func countEarlierElements(_ node: UnsafeMutablePointer<UnsafeShapeNode>) {
        var variant = Variant(values: discriminators.map { _ in nil })
        variant.objects = node.pointee.objects
        variant.responses = node.pointee.responses
        variant.lastResponse = node.pointee.lastResponse
        variant.present = (0..<node.pointee.propertyCount).map { slot in
            let property = node.pointee.properties[slot]
            return property.lastObject == variant.objects ? property.count - 1 : property.count
        }
        variants.append(variant)
    }

    /// The index of the element's variant, which is added if it is new; nil if a value does not look like a
    /// name or there are too many variants.
    private mutating func variant(
        of node: UnsafeMutablePointer<UnsafeShapeNode>, _ tape: TapeReader
    ) -> Int? {
        if lastVariant < variants.count, isVariant(variants[lastVariant], node, tape) { return lastVariant }
        if let known = variants.firstIndex(where: { isVariant($0, node, tape) }) {
            lastVariant = known
            return known
        }
        var values: [[UInt8]?] = []
        for discriminator in discriminators {
            let text = text(of: discriminator.slot, in: node, tape)
            if let text, text.count > StringStatistics.longestValue || !text.looksLikeName { return nil }
            values.append(text.map { Array($0) })
        }
        guard variants.count < Self.limit else { return nil }
        variants.append(Variant(values: values))
        return variants.count - 1
    }

    private func isVariant(
        _ variant: Variant, _ node: UnsafeMutablePointer<UnsafeShapeNode>, _ tape: TapeReader
    ) -> Bool {
        for (index, discriminator) in discriminators.enumerated() {
            switch (variant.values[index], text(of: discriminator.slot, in: node, tape)) {
            case (nil, nil): continue
            case (let value?, let text?):
                let isSame = value.withUnsafeBufferPointer { $0.hasSameBytes(as: text) }
                guard isSame else { return false }
            default: return false
            }
        }
        return true
    }

    /// The value of a discriminator in the element, if it is a string.
    private func text(
        of slot: Int, in node: UnsafeMutablePointer<UnsafeShapeNode>, _ tape: TapeReader
    ) -> UnsafeBufferPointer<UInt8>? {
        let property = node.pointee.properties[slot]
        guard property.lastObject == node.pointee.objects,
            tape.tag(property.lastValue) == TapeReader.Tag.string
        else { return nil }
        return tape.rawString(property.lastValue)
    }
}

extension UnsafeVariantCounter.Variant {
    fileprivate mutating func count(_ node: UnsafeMutablePointer<UnsafeShapeNode>, in response: Int) {
        let object = node.pointee.objects
        let properties = node.pointee.propertyCount
        if present.count < properties { present += repeatElement(0, count: properties - present.count) }
        for slot in 0..<properties where node.pointee.properties[slot].lastObject == object {
            present[slot] &+= 1
        }
        objects += 1
        if lastResponse != response {
            lastResponse = response
            responses += 1
        }
    }
}
