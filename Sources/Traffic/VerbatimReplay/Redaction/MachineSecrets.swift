import Foundation
import VerbatimJSON

/// The values that identify the machine on which a recording is made, and its user.
///
/// A value is a secret only if it cannot be part of ordinary text. It needs 8 bytes, or 12 if it has letters
/// only, and a word other than those that machines and accounts are named by everywhere: `localhost`,
/// `MacBook-Pro.local`, `runner` and `root` identify nothing. A home folder is as unusual as its last part.
struct MachineSecrets {
    private(set) var secrets: [Secret] = []

    init(_ environment: [String: String], host: String = MachineSecrets.host) {
        if let home = environment["HOME"], home.utf8.count >= 10, home.hasPrefix("/"),
            let name = home.split(separator: "/").last, !MachineSecrets.isOrdinary(name)
        {
            secrets.append(Secret("HOME", value: home, in: []))
        }
        for (name, value) in [("USER", environment["USER"] ?? ""), ("host", host)]
        where MachineSecrets.isUnusual(value) {
            secrets.append(Secret(name, value: value, in: []))
        }
    }

    private static func isUnusual(_ value: String) -> Bool {
        let isWord = value.utf8.allSatisfy(\.isLetter)
        return value.utf8.count >= (isWord ? 12 : 8) && !isOrdinary(value)
    }

    /// Whether all words of a name are ordinary.
    private static func isOrdinary(_ name: some StringProtocol) -> Bool {
        name.lowercased().split { !$0.isLetter }.allSatisfy { ordinary.contains(String($0)) }
    }

    private static let ordinary: Set = [
        "admin", "administrator", "agent", "air", "app", "azure", "bitrise", "book", "build", "builder",
        "buildkite", "buildkitsandbox", "ci", "circleci", "cloud", "codespace", "codespaces", "computer",
        "container", "debian", "default", "desktop", "dev", "developer", "docker", "ec", "fedora", "git",
        "github", "gitlab", "guest", "home", "host", "hostname", "imac", "internal", "ip", "jenkins",
        "laptop",
        "linux", "local", "localdomain", "localhost", "mac", "macbook", "machine", "mini", "my", "node",
        "pc", "pro", "remote", "root", "runner", "runneradmin", "server", "service",
        "studio", "system", "teamcity", "test", "tester", "travis", "ubuntu", "user", "username", "users",
        "vagrant", "virtual", "vm", "vscode", "vsts", "windows", "work", "worker", "workspace",
    ]

    /// The name of the machine, or an empty text if the system does not report it.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
