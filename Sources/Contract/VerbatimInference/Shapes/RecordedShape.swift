import VerbatimJSON

/// The shape of values while they are read, part by part.
struct RecordedShape: TrafficFacts, Sendable {
    /// The shape of the values of earlier parts.
    private var earlier = ObservedShape()
    /// The recorder of further values, of which no copy is used.
    private var recorder: ShapeRecorder?
    /// The name of the property whose values are recorded, if there is one.
    private var name: String?

    init(name: String? = nil) { self.name = name }

    /// Starts a new response. Frequent values prove little if they all come from the same response.
    mutating func beginResponse() { ownRecorder.beginResponse() }

    /// Reads a value of the current response.
    mutating func add(_ value: JSON) { ownRecorder.add(value) }

    private var ownRecorder: ShapeRecorder {
        mutating get {
            if isKnownUniquelyReferenced(&recorder), let recorder { return recorder }
            let new = ShapeRecorder(name: name)
            (earlier, recorder) = (shape, new)
            return new
        }
    }

    /// The shape of the values so far.
    var shape: ObservedShape {
        guard let recorder else { return earlier }
        guard earlier.count > 0 else { return recorder.shape }
        var all = earlier
        all.merge(recorder.shape)
        return all
    }

    mutating func append(_ next: RecordedShape) {
        var all = shape
        all.merge(next.shape)
        (earlier, recorder) = (all, nil)
    }
}

extension RecordedShape {
    private enum CodingKeys: CodingKey {
        case name, values
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        earlier = try container.decode(ObservedShape.self, forKey: .values)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(shape, forKey: .values)
    }
}

/// A list of the shapes at all locations, as bodies may be nested more deeply than a decoder reads. Choices
/// are not recorded.
extension ObservedShape: Codable {
    private struct Location: Codable {
        /// The index of the location that contains this one.
        let parent: Int?
        /// The name of the property; nil for elements.
        let name: String?
        /// The number of objects with the property.
        let present: Int
        let counts: [Int]
        let strings: StringFacts
    }

    /// The numbers of values, in the order of the list.
    private static let counts: [any WritableKeyPath<ObservedShape, Int> & Sendable] = [
        \.nulls, \.booleans, \.trues, \.integers, \.zeros, \.decimals, \.arrays, \.emptyArrays, \.objects,
        \.responses,
    ]

    /// Decodes the list.
    public init(from decoder: any Decoder) throws {
        let locations = try [Location](from: decoder)
        var shapes = try locations.enumerated().map { index, location in
            let isInside = location.parent.map { 0..<index ~= $0 } ?? (index == 0)
            guard isInside, location.counts.count == Self.counts.count else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "no shape of values"))
            }
            var shape = ObservedShape()
            for (path, count) in zip(Self.counts, location.counts) { shape[keyPath: path] = count }
            shape.strings = location.strings
            return shape
        }
        // What is inside a location follows it, so that each is complete when it is moved.
        for (index, location) in locations.enumerated().reversed() {
            shapes[index].properties.reverse()
            guard let parent = location.parent else { continue }
            guard let name = location.name else {
                shapes[parent].items = shapes[index]
                continue
            }
            shapes[parent].properties.append(
                Property(name: name, count: location.present, shape: shapes[index]))
        }
        self = shapes.first ?? ObservedShape()
    }

    /// Encodes the list, each location after the one that contains it.
    public func encode(to encoder: any Encoder) throws {
        var (locations, pending) = (
            [Location](), [(shape: self, parent: Int?.none, name: String?.none, present: 0)]
        )
        while let (shape, parent, name, present) = pending.popLast() {
            let index = locations.count
            locations.append(
                Location(
                    parent: parent, name: name, present: present,
                    counts: Self.counts.map { shape[keyPath: $0] }, strings: shape.strings))
            if let items = shape.items { pending.append((items, index, nil, 0)) }
            pending += shape.properties.reversed().map { ($0.shape, index, $0.name, $0.count) }
        }
        try locations.encode(to: encoder)
    }
}
