import Foundation
import VerbatimJSON

/// The programs that show a page to the user: those that `BROWSER` names, or that of the desktop.
struct PageViewer {
    /// The names of the programs with their arguments, in the order in which they are tried.
    private let commands: [[String]]
    private let environment: [String: String]

    /// - Parameter environment: The environment variables. `BROWSER` has commands, separated by colons, in
    ///   which `%s` is the address; without it, the address follows. Without `BROWSER`, a display is needed.
    init(environment: [String: String]) {
        self.environment = environment
        let named = environment["BROWSER", default: ""].split(separator: ":")
        let commands = named.map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
        self.commands = commands.isEmpty ? [Self.desktop(environment)].compactMap(\.self) : commands
    }

    /// The program of the desktop; nil if there is no display.
    private static func desktop(_ environment: [String: String]) -> [String]? {
        #if os(macOS)
            ["/usr/bin/open"]
        #else
            // Without a display, `xdg-open` begins a browser for terminals, which needs one of its own.
            ["DISPLAY", "WAYLAND_DISPLAY"].contains { !environment[$0, default: ""].isEmpty }
                ? ["xdg-open"] : nil
        #endif
    }

    /// Shows a file; returns whether a program was found that does.
    func show(_ file: URL) async -> Bool {
        let address = file.absoluteURL.absoluteString
        for command in commands where ExternalProgram.exists(command[0], environment: environment, in: nil) {
            let isPlaced = command.contains { $0.contains("%s") }
            let words = command.map { $0.replacing("%s", with: address) } + (isPlaced ? [] : [address])
            do {
                let code = try await ExternalProgram.start(words, environment: environment)
                if code == nil || code == 0 { return true }
            } catch { continue }
        }
        return false
    }
}

extension CommandContext {
    /// Writes a page to a new file that only the user can read, opens it, and prints its path; where no
    /// browser is known, what to do with it.
    func show(_ page: String, named name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbatim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: name)
        let path = file.path(percentEncoded: false)
        try write(page, to: path)
        guard await PageViewer(environment: environment).show(file) else {
            let problem = MessageText(
                "\(path) is written, but no browser is known here",
                next: "open it in a browser, or set BROWSER to a command that does")
            return console.note(problem.text)
        }
        console.note("opened \(path)")
    }
}
