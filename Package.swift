// swift-tools-version: 6.2
import PackageDescription

/// Every module, bottom up, with the modules it may import: arrows only go down, and `make lint` refuses any other.
let modules: [(name: String, imports: [String])] = [
    // 0: bytes and the app
    ("JSONDocument", ["CBlockIndex"]),
    ("Services", []),
    // 1: values
    ("HTTPArchive", ["JSONDocument"]),
    ("JSONSchema", ["JSONDocument"]),
    ("Decodability", ["JSONDocument"]),
    // 2: behaviour
    ("RecordReplay", ["HTTPArchive", "JSONDocument"]),
    ("APIContract", ["HTTPArchive", "JSONSchema", "JSONDocument"]),
    // 3: what is made of contracts and models
    ("ConsumerModels", ["APIContract", "Decodability", "HTTPArchive", "JSONDocument"]),
    ("ContractInference", ["APIContract", "HTTPArchive", "JSONSchema", "JSONDocument"]),
    // what is made of contracts and models together
    ("ContractDiff", ["ConsumerModels", "APIContract", "JSONSchema", "HTTPArchive", "JSONDocument"]),
    (
        "ContractMutation",
        ["ConsumerModels", "APIContract", "Decodability", "JSONSchema", "HTTPArchive", "JSONDocument"]
    ),
    // 4: doors, bindings and words
    ("URLSessionReplay", ["RecordReplay", "HTTPArchive"]),
    ("LoopbackServer", ["RecordReplay", "HTTPArchive"]),
    (
        "ServiceContracts",
        ["Services", "ConsumerModels", "RecordReplay", "APIContract", "HTTPArchive", "JSONDocument"]
    ),
    (
        "Reports",
        [
            "ContractDiff", "ContractInference", "ContractMutation", "ConsumerModels", "APIContract",
            "HTTPArchive", "JSONDocument",
        ]
    ),
    // 5: uses
    ("Sandbox", ["LoopbackServer", "HTTPArchive", "JSONDocument"]),
    ("ContractTesting", ["URLSessionReplay", "RecordReplay", "HTTPArchive"]),
    (
        "VerbatimCommands",
        [
            "ServiceContracts", "ConsumerModels", "ContractDiff", "ContractInference", "ContractMutation",
            "URLSessionReplay",
            "LoopbackServer", "Reports", "RecordReplay",
            "APIContract", "JSONSchema", "HTTPArchive", "JSONDocument",
        ]
    ),
]

/// Modules a test target imports beside its own.
let testImports: [String: [String]] = [
    "ContractDiff": ["Decodability", "Reports"],
    "ContractInference": ["Reports"],
    "ContractTesting": ["LoopbackServer"],
    "HTTPArchive": ["JSONSchema"],
    "URLSessionReplay": ["LoopbackServer"],
    "Sandbox": ["Services", "URLSessionReplay", "RecordReplay"],
    "ServiceContracts": ["ContractTesting", "Reports", "Services", "URLSessionReplay"],
    "VerbatimCommands": ["Sandbox", "Services"],
]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map { .target(name: $0) }
}

let package = Package(
    name: "verbatim",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "verbatim", targets: ["verbatim"]),
        // Links Testing and XCTest: for test targets only.
        .library(name: "VerbatimTesting", targets: ["ContractTesting"]),
        .library(name: "Verbatim", targets: modules.map(\.name).filter { $0 != "ContractTesting" }),
    ],
    targets: modules.map { module in
        .target(name: module.name, dependencies: dependencies(module.imports), swiftSettings: settings)
    }
        + modules.map { module in
            .testTarget(
                name: module.name + "Tests",
                dependencies: dependencies(
                    Set([module.name] + module.imports + testImports[module.name, default: []]).sorted()),
                swiftSettings: settings)
        } + [
            .executableTarget(
                name: "verbatim",
                dependencies: dependencies([
                    "VerbatimCommands", "ServiceContracts", "Sandbox", "RecordReplay",
                ]),
                swiftSettings: settings),
            // The one target in C: the first pass over a JSON text, for several vector instruction sets.
            .target(name: "CBlockIndex"),
            // The suites and the benchmarks are tools of ours, run by the Makefile; no product has them.
            .executableTarget(
                name: "verbatim-conformance", dependencies: dependencies(["JSONDocument", "JSONSchema"]),
                swiftSettings: settings),
            .executableTarget(
                name: "verbatim-bench",
                dependencies: dependencies([
                    "JSONDocument", "JSONSchema", "Decodability", "Services", "URLSessionReplay",
                    "RecordReplay", "LoopbackServer", "HTTPArchive", "ContractInference", "ContractDiff",
                    "ContractMutation", "ConsumerModels", "APIContract",
                ]),
                swiftSettings: settings),
            .executableTarget(
                name: "verbatim-soak",
                dependencies: dependencies([
                    "URLSessionReplay", "RecordReplay", "LoopbackServer", "HTTPArchive",
                ]),
                swiftSettings: settings),
            .executableTarget(
                name: "verbatim-fuzz",
                dependencies: dependencies([
                    "JSONDocument", "JSONSchema", "HTTPArchive", "APIContract", "LoopbackServer",
                ]),
                swiftSettings: settings),
        ],
    swiftLanguageModes: [.v6]
)
