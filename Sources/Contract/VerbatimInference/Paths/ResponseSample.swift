import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A successful response of an operation, by which its path is compared with others.
struct ResponseSample {
    private let reference: StreamedTraffic.Reference
    private let samples: ResponseSamples

    fileprivate init(_ reference: StreamedTraffic.Reference, of samples: ResponseSamples) {
        (self.reference, self.samples) = (reference, samples)
    }

    /// The bodies that are JSON, which are read each time, and the query as an object.
    typealias Bodies = (response: JSON?, request: JSON?, query: JSON?)
    var bodies: Bodies { samples.bodies(of: reference) }

    /// Whether the response is an object that identifies itself by a text.
    func isNamed(_ text: String) -> Bool {
        let text = PercentEncoding.decode(text[...])
        return bodies.response?.members.contains {
            $0.value.string == text && PathNames.identity($0.name) != nil
        } ?? false
    }
}

/// The samples of an inference, which are read whenever they are needed, or which shares have read.
struct ResponseSamples {
    private let traffic: StreamedTraffic
    /// The parts of the bodies of responses and of requests that are compared, if shares have read them.
    private let bodies: [StreamedTraffic.Reference: [JSONValue]]?

    init(_ operations: OrderedGroups<OperationKey, UndocumentedRequests>, in traffic: StreamedTraffic) {
        self.traffic = traffic
        guard traffic.shares != nil else {
            bodies = nil
            return
        }
        let samples = traffic.only(operations.values.flatMap(\.samples).sorted())
        bodies = samples.facts([StreamedTraffic.Reference: [JSONValue]]()) { part in
            part.reduce(into: [:]) { bodies, read in
                let (response, request, query) = read.interaction.bodies
                bodies[read.reference] = [response, request, query].map { $0?.sample(depth: 0) ?? .null }
            }
        }
    }

    /// The sample that an interaction is.
    func sample(_ reference: StreamedTraffic.Reference) -> ResponseSample {
        ResponseSample(reference, of: self)
    }

    fileprivate func bodies(of reference: StreamedTraffic.Reference) -> ResponseSample.Bodies {
        guard let bodies else { return traffic.only([reference]).first?.bodies ?? (nil, nil, nil) }
        let known = bodies[reference, default: []].map { $0 == .null ? nil : JSON($0) }
        return known.count == 3 ? (known[0], known[1], known[2]) : (nil, nil, nil)
    }
}

extension Interaction {
    fileprivate var bodies: ResponseSample.Bodies {
        let bytes = try? outcome.response?.body.storedBytes()
        let query = RequestTarget(request.url).query.map { ($0.name, JSONValue.string($0.value)) }
        return (
            bytes.flatMap { try? JSON(parsing: $0.withoutByteOrderMark) }, request.structuredBody,
            query.isEmpty ? nil : JSON(.object(JSONObject(query)))
        )
    }
}

extension JSON {
    /// The value without what no comparison of paths reads: elements after the first of an array, values deep
    /// inside, and long texts.
    fileprivate func sample(depth: Int) -> JSONValue {
        guard depth <= Self.sampleDepth else { return .null }
        switch kind {
        case .array:
            return .array(elements.prefix(SegmentValues.elementLimit).map { $0.sample(depth: depth + 1) })
        case .object:
            return .object(JSONObject(members.map { ($0.name, $0.value.sample(depth: depth + 1)) }))
        case .string: return (string?.utf8.count ?? 0) > Self.sampleText ? "" : value
        default: return value
        }
    }

    private static let sampleDepth = 64
    private static let sampleText = 4096
}
