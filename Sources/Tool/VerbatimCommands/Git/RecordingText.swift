import Foundation
import VerbatimHAR
import VerbatimJSON

/// A recording as text for `git diff`: what was asked and answered, without times and what caches add.
///
///     GET https://reqres.in/api/users
///       ?page=2
///       &per_page=6
///     Accept: application/json
///
///     200
///     Content-Type: application/json; charset=utf-8
///     body: list-users/1.json
enum RecordingText {
    /// Returns the text of a recording, or of a file that is no recording as it is.
    ///
    /// Git passes a copy of the file without its sidecar files, so that these are only named.
    static func text(ofFile file: URL) throws -> String {
        let archive: Archive
        do {
            archive = try Archive(contentsOf: file)
        } catch {
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
        let folder = file.deletingLastPathComponent().relativePath
        return archive.interactions.map { text(of: $0, in: folder) }.joined(separator: "\n")
    }

    private static func text(of interaction: Interaction, in folder: String) -> String {
        let request = interaction.request
        var lines = self.lines(of: request) + fields(request.headers)
        if let body = request.body { lines += ["", body.readable] }
        lines.append("")
        switch interaction.outcome {
        case .response(let response):
            lines += ["\(response.status)"] + fields(response.headers)
            lines += body(of: interaction, response, in: folder)
        case .failure(let failure, _): lines.append("\(failure)")
        }
        return lines.map { $0.printable() + "\n" }.joined()
    }

    private static let volatileHeaders = VolatileHeaders()

    /// The method and the URL, each of several query items on a line of its own: one that changes among many
    /// is hard to see.
    private static func lines(of request: HTTPRequest) -> [String] {
        let parts = request.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = parts.count < 2 ? [] : parts[1].split(separator: "&", omittingEmptySubsequences: false)
        guard items.count > 1 else { return ["\(request.method) \(request.url)".onOneLine] }
        return ["\(request.method) \(parts[0])".onOneLine]
            + zip(items, items.indices).map { "  \($1 == 0 ? "?" : "&")\($0)".onOneLine }
    }

    private static func fields(_ fields: HeaderFields) -> [String] {
        fields.compactMap { field in
            switch volatileHeaders.significance(of: field.name) {
            case .value: "\(field.name): \(field.value)".onOneLine
            case .presence: "\(field.name): ...".onOneLine
            case .none: nil
            }
        }
    }

    private static func body(of interaction: Interaction, _ response: HTTPResponse, in folder: String)
        -> [String]
    {
        if let path = interaction.location?.body {
            let isBelow = path.hasPrefix(folder + "/")
            return ["body: \(isBelow ? String(path.dropFirst(folder.count + 1)) : path)".onOneLine]
        }
        guard case .data(let bytes) = response.body, !bytes.isEmpty else { return [] }
        return ["", bytes.readable]
    }
}
