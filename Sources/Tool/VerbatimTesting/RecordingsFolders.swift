package import Foundation

/// The folders in which a recording is looked for.
///
/// In order: that of the argument or of the variable `VERBATIM_RECORDINGS`, or else `Recordings` in the
/// nearest folder above the test's file that is a package, a project or a repository; then `Recordings` in
/// the bundles of the process, and `ci_scripts/Recordings`. The sources are not on every machine that runs
/// the tests: Xcode Cloud has only the bundles and `ci_scripts`.
package struct RecordingsFolders {
    /// The folder in which recordings are made; nil if there is none on this machine.
    package let primary: URL?
    let others: [URL]
    private let testFile: String

    package init(
        _ argument: String?, testFile: String,
        environment: [String: String] = ProcessInfo.processInfo.environment, bundles: [URL]? = nil
    ) {
        self.testFile = testFile
        let sources = URL(fileURLWithPath: testFile).deletingLastPathComponent()
        let variable = environment["VERBATIM_RECORDINGS"].flatMap { $0.isEmpty ? nil : $0 }
        primary =
            if let argument {
                // Without sources, a relative path leads nowhere.
                argument.hasPrefix("/") || sources.exists ? sources.resolving(argument) : nil
            } else if let variable {
                URL(fileURLWithPath: variable, isDirectory: true)
            } else {
                Self.project(above: sources)?.appendingPathComponent("Recordings", isDirectory: true)
            }
        let repository = environment["CI_PRIMARY_REPOSITORY_PATH"].map {
            URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("ci_scripts/Recordings")
        }
        others =
            (bundles ?? Self.bundles).map { $0.appendingPathComponent("Recordings", isDirectory: true) }
            + [repository].compactMap { $0 }
    }

    /// The folder beside which the contracts are where a test needs no recording: the first that exists or
    /// has contracts beside it, or else that in which recordings are made.
    package var ofContracts: URL? {
        let folders = [primary].compactMap { $0 } + others
        return folders.first { folder in
            folder.exists || folder.deletingLastPathComponent().appendingPathComponent("Contracts").exists
        } ?? primary
    }

    func forRecording(_ name: String) throws -> URL {
        guard let primary else { throw RecordingOptions.Failure.noSources(name, testFile: testFile) }
        return primary
    }

    /// Returns the first folder that has a recording, or the one in which it would be made.
    func forReplay(_ name: String, _ file: (URL) throws -> URL) throws -> URL {
        let folders = ([primary] + others).compactMap { $0 }
        for folder in folders where try file(folder).exists { return folder }
        guard let primary else {
            throw RecordingOptions.Failure.noRecordings(name, testFile: testFile, folders: others)
        }
        return primary
    }

    /// Returns the nearest folder that is a package, a project or a repository.
    private static func project(above sources: URL) -> URL? {
        var folder = sources
        while folder.path != "/" {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let isProject = names.contains { name in
                name == "Package.swift" || name == ".git" || name.hasSuffix(".xcodeproj")
                    || name.hasSuffix(".xcworkspace")
            }
            if isProject { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    /// The resources of the bundles of this process, and of the bundles in them, as those of packages are.
    private static var bundles: [URL] {
        let resources = Bundle.allBundles.compactMap(\.resourceURL)
        let nested = resources.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".bundle") }.sorted()
                .compactMap { Bundle(url: folder.appendingPathComponent($0))?.resourceURL }
        }
        return resources + nested
    }
}

extension URL {
    fileprivate var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns the folder to which a path leads from this folder.
    package func resolving(_ path: String) -> URL {
        URL(fileURLWithPath: path.hasPrefix("/") ? path : self.path + "/" + path, isDirectory: true)
            .standardizedFileURL
    }
}
