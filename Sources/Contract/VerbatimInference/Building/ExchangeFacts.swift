import VerbatimContract
import VerbatimHAR

/// What exchanges show about an operation, or about one of its responses.
struct ExchangeFacts: TrafficFacts {
    /// The number of requests that the server did not reject.
    private let accepted: Int
    /// The status under which all responses are described; nil if each has its own.
    private let status: Int?
    private(set) var parameters: ParameterBuilder
    private(set) var requestBodies: RequestBodyBuilder
    private(set) var security = SecurityBuilder()
    private var byStatus: [Int: ResponseBuilder] = [:]
    private var byDirection: [String: ContentBuilder] = [:]

    init(constant: OperationKey.Constant? = nil, accepted: Int = 0, status: Int? = nil) {
        (self.accepted, self.status) = (accepted, status)
        parameters = ParameterBuilder(constant)
        requestBodies = RequestBodyBuilder(constant, accepted: accepted)
    }

    /// The responses, by their statuses in ascending order.
    var responses: [ResponseBuilder] { byStatus.sorted { $0.key < $1.key }.map(\.value) }

    /// The messages of a WebSocket, by their direction.
    var messages: [(direction: String, content: ContentBuilder)] {
        WebSocketMessage.Direction.allCases.compactMap { direction in
            byDirection[direction.rawValue].map { (direction.rawValue, $0) }
        }
    }

    mutating func add(_ interaction: Interaction, _ reference: StreamedTraffic.Reference) {
        for status in statuses(of: interaction) {
            byStatus[status, default: ResponseBuilder(status: status)].add(interaction, reference)
        }
        for (direction, message) in ContentBuilder.messages(of: interaction) {
            byDirection[direction, default: ContentBuilder()].add(message, reference)
        }
        let isAccepted = reference.traits.contains(.isAccepted)
        let isShowing = isShowing(reference)
        parameters.add(interaction.request, isShowing: isShowing)
        requestBodies.add(interaction, reference, isShowing: isShowing)
        security.add(interaction, isAccepted: isAccepted)
    }

    /// Whether a request shows what the server allows; those that it rejected show little.
    private func isShowing(_ reference: StreamedTraffic.Reference) -> Bool {
        accepted == 0 || reference.traits.contains(.isAccepted)
    }

    private func statuses(of interaction: Interaction) -> Set<Int> {
        let statuses = ResponseBuilder.statuses(of: interaction)
        return status.map { statuses.isEmpty ? [] : [$0] } ?? statuses
    }

    mutating func append(_ next: ExchangeFacts) {
        parameters.append(next.parameters)
        requestBodies.append(next.requestBodies)
        security.append(next.security)
        byStatus.append(next.byStatus)
        byDirection.append(next.byDirection)
    }
}

/// The choices among the kinds of objects in bodies.
extension ExchangeFacts {
    /// The bodies of requests, responses or messages with one media type.
    struct Body: Hashable, Codable {
        /// The status of the responses; nil for others.
        var status: Int?
        /// The direction of the messages; nil for others.
        var direction: String?
        let essence: String
    }

    /// The bodies of an interaction.
    fileprivate func bodies(
        of interaction: Interaction, _ reference: StreamedTraffic.Reference
    ) -> [(body: Body, message: MediaTypeBuilder.Message)] {
        let response = ResponseBuilder.message(of: interaction)
        let responses = statuses(of: interaction).compactMap { status in
            response.map { (Body(status: status, essence: $0.type.essence), $0) }
        }
        let messages = ContentBuilder.messages(of: interaction).map { direction, message in
            (Body(direction: direction, essence: message.type.essence), message)
        }
        let request = isShowing(reference) ? RequestBodyBuilder.message(of: interaction) : nil
        return responses + messages + (request.map { [(Body(essence: $0.type.essence), $0)] } ?? [])
    }

    /// Concludes from the bodies that were added, but for choices.
    ///
    /// - Returns: What is to be found by reading bodies again.
    fileprivate mutating func settle() -> [Body: ChoiceReading] {
        var readings: [Body: ChoiceReading] = [:]
        for status in byStatus.keys {
            for (essence, reading) in byStatus[status]?.settle() ?? [:] {
                readings[Body(status: status, essence: essence)] = reading
            }
        }
        for direction in byDirection.keys {
            for (essence, reading) in byDirection[direction]?.settle() ?? [:] {
                readings[Body(direction: direction, essence: essence)] = reading
            }
        }
        for (essence, reading) in requestBodies.settle() { readings[Body(essence: essence)] = reading }
        return readings
    }

    fileprivate mutating func choose(_ choice: ChoiceFinder, of body: Body) {
        if let status = body.status {
            byStatus[status]?.choose(choice, of: body.essence)
        } else if let direction = body.direction {
            byDirection[direction]?.choose(choice, of: body.essence)
        } else {
            requestBodies.choose(choice, of: body.essence)
        }
    }
}

/// Reads exchanges for several operations, or several responses, in one.
struct ExchangeReader: Sendable {
    /// What is read for each of them, before it is read.
    let subjects: [ExchangeFacts]
    /// Returns the indices of those that an exchange belongs to.
    let indices: @Sendable (StreamedTraffic.Reference, Interaction) -> [Int]

    /// The bodies of a subject with one media type.
    private struct Place: Hashable, Codable {
        let subject: Int
        let body: ExchangeFacts.Body
    }

    /// Returns what some interactions show of each subject.
    func facts(_ traffic: StreamedTraffic) -> [ExchangeFacts] {
        let found = traffic.facts([Int: ExchangeFacts]()) { part in
            var found: [Int: ExchangeFacts] = [:]
            for (reference, interaction) in part {
                for index in indices(reference, interaction) {
                    found[index, default: subjects[index]].add(interaction, reference)
                }
            }
            return found
        }
        var facts = subjects.indices.map { found[$0] ?? subjects[$0] }
        var readings: [Place: ChoiceReading] = [:]
        for index in facts.indices {
            for (body, reading) in facts[index].settle() {
                readings[Place(subject: index, body: body)] = reading
            }
        }
        while !readings.isEmpty {
            for (place, finder) in read(readings, in: traffic) {
                guard let reading = readings[place] else { continue }
                readings[place]?.finder = finder
                if readings[place]?.finder.finishReading(reading.shape) ?? false { continue }
                if let finder = readings.removeValue(forKey: place)?.finder {
                    facts[place.subject].choose(finder, of: place.body)
                }
            }
        }
        return facts
    }

    /// Reads the bodies again in which there may be choices.
    private func read(
        _ readings: [Place: ChoiceReading], in traffic: StreamedTraffic
    ) -> [Place: ChoiceFinder] {
        let references = Set(readings.values.flatMap(\.references))
        let finders = readings.mapValues(\.finder)
        return traffic.only(references.sorted()).facts(finders) { part in
            var (finders, number) = (finders, 0)
            for (reference, interaction) in part {
                for index in indices(reference, interaction) {
                    for (body, message) in subjects[index].bodies(of: interaction, reference) {
                        let place = Place(subject: index, body: body)
                        guard finders[place] != nil else { continue }
                        for value in MediaTypeBuilder.values(of: message) {
                            finders[place]?.visit(value, number)
                            number += 1
                        }
                    }
                }
            }
            return finders
        }
    }
}
