package import VerbatimInference
import VerbatimJSON

/// The properties of recorded responses that are sometimes absent, null or empty, as text.
///
///     GET /books/v1/volumes -> 200: 4 responses
///       /items/*/volumeInfo/subtitle: present in 12 of 40, empty in 2
package struct ObservedResponseText: Sendable {
    package init() {}

    /// Returns a line for each operation and status, and one for each such property.
    package func text(of responses: [ObservedResponse]) -> String {
        responses.map { response in
            let lines = lines(of: response.shape, at: "").map { "  \($0.onOneLine)\n" }
            let exchange = response.exchange.onOneLine
            return "\(exchange): \(String.count(response.count, "response"))\n" + lines.joined()
        }.joined()
    }

    private func lines(of shape: ObservedShape, at path: String) -> [String] {
        let properties = shape.properties.flatMap { property in
            let path = "\(path)/\(property.name)"
            return [line(of: property, in: shape, at: path)].compactMap(\.self)
                + lines(of: property.shape, at: path)
        }
        return properties + (shape.items.map { lines(of: $0, at: path + "/*") } ?? [])
    }

    private func line(
        of property: ObservedShape.Property, in object: ObservedShape, at path: String
    ) -> String? {
        let value = property.shape
        let empty = value.strings.empty + value.emptyArrays
        let counts = [
            property.count < object.objects ? "present in \(property.count) of \(object.objects)" : nil,
            value.nulls > 0 ? "null in \(value.nulls)" : nil, empty > 0 ? "empty in \(empty)" : nil,
        ].compactMap(\.self)
        return counts.isEmpty ? nil : "\(path): \(counts.joined(separator: ", "))"
    }
}
