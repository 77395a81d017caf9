import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimYAML

/// The interactions in a fixture of another tool, and what a recording cannot have of it.
struct ForeignFixture {
    /// The format, for messages: `a Hoverfly simulation`.
    let format: String
    var interactions: [Interaction] = []
    /// The number of bytes of bodies that there is room for.
    private var room: Int
    /// The parts that are not in the interactions, each with its location.
    var losses: [String] = []
    /// The parts of the traffic in the file that were not read, each with its location.
    var unread: [String] = []

    /// Reads a file, in JSON or YAML, whose format is recognized by its contents.
    ///
    /// - Parameters:
    ///   - path: The path of the file in messages.
    ///   - url: The URL of a response body alone, or the server of requests without one.
    ///   - bodyLimit: The maximum number of bytes of all bodies, which are read into memory.
    /// - Throws: ``FileProblem`` if the format is unknown, if nothing in the file is an interaction, or if
    ///   the bodies are too large.
    init(
        contentsOf file: URL, path: String, url: String?, bodyLimit: Int = Player.Options.defaultBodyLimit
    ) throws {
        let text = try TextDocument(contentsOf: file, path: path)
        let document = text.root
        let reader = FixtureReader(
            path: path, folder: file.deletingLastPathComponent(), server: url, bodyLimit: bodyLimit,
            binaries: text.binaries)
        if document["log"]["entries"].kind == .array {
            self = try reader.archive(document)
        } else if document["http_interactions"].kind == .array {
            self = try reader.cassette(document["http_interactions"], of: .vcr)
        } else if document["interactions"].kind == .array {
            self = try reader.cassette(document["interactions"], of: document["version"].exists ? .vcr : .dvr)
        } else if document["data"]["pairs"].kind == .array {
            self = try reader.simulation(document["data"]["pairs"])
        } else if document["mappings"].kind == .array {
            self = try reader.mappings(Array(document["mappings"].elements))
        } else if document["request"].kind == .object, document["response"].kind == .object {
            self = try reader.mappings([document])
        } else if let url {
            self = try reader.body(in: file, of: url)
        } else {
            throw FileProblem(
                location: path, what: "neither an archive, a cassette, a simulation nor a stub mapping",
                next: "if it is the body of a response, name its URL with `--url URL`")
        }
        guard !interactions.isEmpty else {
            let reason = (unread + losses).first.map { ": \($0)" } ?? ""
            throw FileProblem(location: path, what: "no interaction in \(format)\(reason)")
        }
    }

    init(format: String, bodyLimit: Int) {
        self.format = format
        room = bodyLimit
    }

    /// - Parameter path: The path of the file in messages.
    /// - Throws: ``FileProblem`` if the bodies are too large.
    mutating func add(_ interaction: Interaction, from path: String) throws(FileProblem) {
        let size =
            (interaction.request.body?.count ?? 0) + (interaction.outcome.response?.body.storedSize ?? 0)
        guard size <= room else {
            throw FileProblem(
                location: path, what: "the bodies have too many bytes for one recording",
                next: "divide the file, and import each part")
        }
        room -= size
        interactions.append(interaction)
    }
}

/// Reads fixtures in a file.
struct FixtureReader {
    let path: String
    let folder: URL
    /// The server of requests without one: `https://api.weather.example`.
    let server: String?
    let bodyLimit: Int
    /// The positions of texts that are bytes in Base64.
    let binaries: Set<JSONPosition>

    func fixture(_ format: String) -> ForeignFixture { ForeignFixture(format: format, bodyLimit: bodyLimit) }

    func archive(_ document: JSON) throws -> ForeignFixture {
        let archive = try Archive(document, path: path, folder: folder)
        let isPolly = document["log"]["_recordingName"].exists
        var fixture = fixture(isPolly ? "a Polly recording" : "a HAR file")
        for interaction in archive.interactions {
            var imported = Interaction(
                interaction.request, interaction.outcome, started: interaction.started,
                duration: interaction.duration)
            imported.webSocketMessages = interaction.webSocketMessages
            try fixture.add(imported, from: path)
        }
        fixture.losses = archive.losses.map { "\($0)" }
        return fixture
    }

    func body(in file: URL, of url: String) throws -> ForeignFixture {
        var fixture = fixture("a response body")
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: .data(try Data(readingFile: file)))
        try fixture.add(Interaction(HTTPRequest("GET", url), .response(response)), from: path)
        fixture.losses = ["\(file.lastPathComponent): the status and header fields are assumed: 200, JSON"]
        return fixture
    }

    func location(of value: JSON) -> String { "\(path):\(value.position)" }

    /// Returns header fields from an object of values or of lists of values.
    func headers(_ object: JSON) -> HeaderFields {
        var headers = HeaderFields()
        for (name, value) in object.members {
            let values = value.kind == .array ? value.elements.map(text) : [text(value)]
            for value in values { headers.append(name, value) }
        }
        return headers
    }

    /// Returns a string as it is, and another value as JSON.
    func text(_ value: JSON) -> String { value.string ?? value.value.text() }

    /// Returns a response with its body decoded, as `URLSession` delivers it.
    func decoded(_ response: HTTPResponse, at location: String, _ losses: inout [String]) -> HTTPResponse {
        guard let coding = response.headers["Content-Encoding"], case .data(let stored) = response.body,
            !stored.isEmpty, coding.lowercased() != "identity"
        else { return response }
        var budget = InflateBudget()
        guard let body = ContentCoding.decode(stored, as: coding, budget: &budget),
            body != stored || String(bytes: stored, encoding: .utf8) != nil
        else {
            losses.append("\(location): the body, whose content coding '\(coding)' cannot be undone")
            return response
        }
        var response = response
        response.headers["Content-Length"] = nil
        response.body = .data(body)
        return response
    }
}
