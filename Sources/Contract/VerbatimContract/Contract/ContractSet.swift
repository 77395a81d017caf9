public import Foundation
import VerbatimJSON
import VerbatimYAML

/// The contracts of an app, one for each API.
public struct ContractSet: Sendable {
    /// The contracts, by the name of their API.
    public let contracts: [Contract]

    /// Creates a set.
    public init(_ contracts: [Contract]) { self.contracts = contracts.sorted { $0.api < $1.api } }

    /// Reads the contracts in a folder: every `.json`, `.yaml` and `.yml` file except `overrides.json`.
    ///
    /// - Parameters:
    ///   - apis: The names of the APIs whose contracts are read; nil for all.
    ///   - isStrict: Whether a problem of a contract is an error rather than a warning.
    /// - Throws: ``ContractError`` with the problems of all contracts that cannot be read, or if there is no
    ///   contract.
    public init(
        contentsOf folder: URL, of apis: [String]? = nil, isStrict: Bool = false
    ) throws(ContractError) {
        try self.init(contentsOf: folder, of: apis, isStrict: isStrict, known: FileCache())
    }

    /// Reads the contracts in a folder, without those that are known.
    package init(
        contentsOf folder: URL, of apis: [String]? = nil, isStrict: Bool = false, known: FileCache<Contract>
    ) throws(ContractError) {
        let files = try Self.files(in: folder).filter {
            apis?.contains(Contract.api(ofFile: $0.lastPathComponent)) ?? true
        }
        let results = Self.read(files, isStrict: isStrict, known)
        let contracts = results.compactMap { try? $0.get() }
        // A file that a contract refers to need not be a contract.
        let parts = Set(contracts.flatMap(\.otherFiles))
        let problems = zip(files, results).flatMap { file, result -> [ContractError.Problem] in
            guard case .failure(let error) = result, !parts.contains(file.lastPathComponent) else {
                return []
            }
            return error.problems
        }
        guard problems.isEmpty else { throw ContractError(problems) }
        self.init(contracts)
    }

    /// Reads contracts concurrently, as each takes milliseconds. The results are in the order of the files.
    private static func read(
        _ files: [URL], isStrict: Bool, _ known: FileCache<Contract>
    ) -> [Result<Contract, ContractError>] {
        files.mapConcurrently { file in
            Result { () throws(ContractError) in
                let folder = file.deletingLastPathComponent()
                // A contract with problems may lack a file, and is read again.
                return try known.value(of: file) { contract in
                    contract.warnings.isEmpty ? contract.otherFiles.map { folder.appending(path: $0) } : nil
                } _: { () throws(ContractError) in
                    try Contract(contentsOf: file, isStrict: isStrict)
                }
            }
        }
    }

    /// Returns the names of the APIs that have a file in a folder, which may be a part of other contracts.
    package static func apis(in folder: URL) throws(ContractError) -> [String] {
        try files(in: folder).map { Contract.api(ofFile: $0.lastPathComponent) }
    }

    /// Returns the contracts of some APIs.
    public func contracts(of apis: [String]) -> ContractSet {
        ContractSet(contracts.filter { apis.contains($0.api) })
    }

    /// Returns the contract of an API.
    public func contract(of api: String) -> Contract? { contracts.first { $0.api == api } }

    private static let folderStep =
        "name the folder of the contracts with `--contracts DIR`, or in a test `keeping: .contract(in:)`"

    private static func files(in folder: URL) throws(ContractError) -> [URL] {
        let path = folder.relativePath
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw ContractError(
                at: SourceLocation(file: path), "unreadable folder: \(error.localizedDescription)",
                next: folderStep)
        }
        let files = try Self.fileNames(among: names, in: path)
        guard !files.isEmpty else {
            throw ContractError(
                at: SourceLocation(file: path), "no contracts in this folder", next: folderStep)
        }
        return files.map { URL(fileURLWithPath: path + "/" + $0, relativeTo: folder.baseURL) }
    }

    /// Returns the name of the file that has the contract of an API, or nil if a folder has none.
    ///
    /// - Throws: ``ContractError`` if there are several.
    package static func fileName(of api: String, in folder: URL) throws(ContractError) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try fileNames(
            among: names.filter { Contract.api(ofFile: $0) == api }, in: folder.relativePath
        ).first
    }

    /// Returns the names of the contracts among those of the files in a folder, sorted.
    ///
    /// - Throws: ``ContractError`` if an API has several files, such as one in JSON and one in YAML.
    package static func fileNames(
        among names: [String], in folder: String
    ) throws(ContractError) -> [String] {
        let files = names.filter { TextDocument.isDocument($0) && $0 != "overrides.json" }.sorted()
        let problems = OrderedGroups(grouping: files, by: Contract.api(ofFile:)).pairs.filter { $1.count > 1 }
            .map { api, files in
                ContractError.Problem(
                    location: SourceLocation(file: "\(folder)/\(files[0])"),
                    message: "'\(api)' has several contracts: \(files.list("and"))",
                    next: "remove or rename all but one of them")
            }
        guard problems.isEmpty else { throw ContractError(problems) }
        return files
    }
}
