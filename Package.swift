// swift-tools-version: 6.2
import PackageDescription

/// A module of the package: its level, its folder in `Sources`, and the modules it may import.
///
/// Imports go to lower levels only; `make lint` refuses any other. Every name begins with `Verbatim`, because
/// SwiftPM requires the names of targets to be unique among all packages that an app depends on. No two names
/// differ in case only: they would be one folder on Apple's file system.
struct Module {
    let level: Int
    let path: String
    let imports: [String]
    /// Modules that only the tests import.
    var testImports: [String] = []
    /// Files that are copied into the module's bundle.
    var resources: [Resource]?
    /// Folders of the tests that hold data, which the tests read from where they are.
    var testData: [String] = []

    var name: String { String(path.split(separator: "/")[1]) }
}

let modules: [Module] = [
    // 0: bytes as JSON; regular expressions; the app itself, which imports nothing
    Module(level: 0, path: "JSON/VerbatimJSON", imports: ["CVerbatimJSON"]),
    Module(level: 0, path: "JSON/VerbatimRegex", imports: []),
    Module(level: 0, path: "App/VerbatimAppClients", imports: []),
    // 1: YAML as JSON, formats of strings, interactions, decoding
    Module(level: 1, path: "JSON/VerbatimYAML", imports: ["VerbatimJSON"]),
    Module(level: 1, path: "JSON/VerbatimFormats", imports: ["VerbatimRegex", "VerbatimJSON"]),
    Module(
        level: 1, path: "Traffic/VerbatimHAR", imports: ["VerbatimJSON"], testImports: ["VerbatimSchema"]),
    Module(level: 1, path: "Contract/VerbatimDecoding", imports: ["VerbatimJSON"]),
    // 2: JSON Schema; recordings
    Module(
        level: 2, path: "JSON/VerbatimSchema",
        imports: ["VerbatimFormats", "VerbatimRegex", "VerbatimJSON"]),
    Module(level: 2, path: "Traffic/VerbatimReplay", imports: ["VerbatimHAR", "VerbatimJSON"]),
    // 3: contracts; ways to replay
    Module(
        level: 3, path: "Contract/VerbatimContract",
        imports: ["VerbatimHAR", "VerbatimSchema", "VerbatimFormats", "VerbatimYAML", "VerbatimJSON"],
        testImports: ["VerbatimExampleSupport"]),
    Module(
        level: 3, path: "Traffic/VerbatimURLSession", imports: ["VerbatimReplay", "VerbatimHAR"],
        testImports: ["VerbatimServer"]),
    Module(
        level: 3, path: "Traffic/VerbatimServer",
        imports: ["VerbatimReplay", "VerbatimHAR", "VerbatimJSON", "CVerbatimServer"]),
    // 4: what tests import that record and replay; models and inference
    Module(
        level: 4, path: "Tool/VerbatimTesting",
        imports: ["VerbatimURLSession", "VerbatimReplay", "VerbatimHAR", "VerbatimJSON"],
        testImports: ["VerbatimServer", "VerbatimTestingSupport"]),
    Module(
        level: 4, path: "Contract/VerbatimModels",
        imports: [
            "VerbatimContract", "VerbatimDecoding", "VerbatimSchema", "VerbatimHAR", "VerbatimFormats",
            "VerbatimRegex", "VerbatimJSON",
        ],
        testImports: ["VerbatimExampleSupport"]),
    Module(
        level: 4, path: "Contract/VerbatimInference",
        imports: [
            "VerbatimContract", "VerbatimHAR", "VerbatimSchema", "VerbatimFormats", "VerbatimRegex",
            "VerbatimJSON",
        ],
        testImports: ["VerbatimReports"]),
    Module(
        level: 4, path: "Contract/VerbatimDrift",
        imports: ["VerbatimContract", "VerbatimFormats", "VerbatimHAR", "VerbatimJSON"],
        testImports: ["VerbatimExampleSupport"]),
    // 5: contracts and models together; a server in tests; the fake providers
    Module(
        level: 5, path: "Contract/VerbatimDiff",
        imports: [
            "VerbatimModels", "VerbatimContract", "VerbatimSchema", "VerbatimFormats", "VerbatimRegex",
            "VerbatimHAR", "VerbatimJSON",
        ],
        testImports: ["VerbatimExampleSupport", "VerbatimDecoding", "VerbatimReports"], testData: ["Golden"]),
    Module(
        level: 5, path: "Contract/VerbatimMutation",
        imports: [
            "VerbatimInference", "VerbatimModels", "VerbatimContract", "VerbatimDecoding", "VerbatimSchema",
            "VerbatimHAR", "VerbatimJSON",
        ],
        testImports: ["VerbatimExampleSupport", "VerbatimDiff"]),
    Module(
        level: 5, path: "Tool/VerbatimServerTesting",
        imports: [
            "VerbatimTesting", "VerbatimServer", "VerbatimURLSession", "VerbatimReplay", "VerbatimHAR",
            "VerbatimJSON",
        ]),
    Module(
        level: 5, path: "Tool/VerbatimAPI",
        imports: ["VerbatimModels", "VerbatimReplay", "VerbatimContract", "VerbatimHAR", "VerbatimJSON"]),
    Module(
        level: 5, path: "App/VerbatimAppFakes", imports: ["VerbatimServer", "VerbatimHAR", "VerbatimJSON"],
        testImports: ["VerbatimAppClients", "VerbatimURLSession", "VerbatimReplay"],
        resources: [.copy("Catalogue")]),
    // 6: reports; what tests import that hold to contracts; the bindings of the app
    Module(
        level: 6, path: "Tool/VerbatimReports",
        imports: [
            "VerbatimDiff", "VerbatimDrift", "VerbatimInference", "VerbatimMutation", "VerbatimModels",
            "VerbatimContract", "VerbatimHAR", "VerbatimJSON",
        ]),
    Module(
        level: 6, path: "Tool/VerbatimContractTesting",
        imports: [
            "VerbatimTesting", "VerbatimAPI", "VerbatimModels", "VerbatimDrift", "VerbatimContract",
            "VerbatimURLSession", "VerbatimReplay", "VerbatimHAR", "VerbatimJSON",
        ],
        testImports: ["VerbatimServer", "VerbatimTestingSupport"]),
    Module(
        level: 6, path: "App/VerbatimAppAPIs",
        imports: ["VerbatimAppClients", "VerbatimAPI", "VerbatimModels", "VerbatimReplay"],
        testImports: [
            "VerbatimAppFakes", "VerbatimTesting", "VerbatimReports", "VerbatimURLSession",
            "VerbatimServer", "VerbatimContract",
            "VerbatimHAR", "VerbatimJSON",
        ]),
    // 7: the command-line tool
    Module(
        level: 7, path: "Tool/VerbatimCommands",
        imports: [
            "VerbatimAPI", "VerbatimReports", "VerbatimDiff", "VerbatimDrift", "VerbatimInference",
            "VerbatimMutation", "VerbatimModels", "VerbatimURLSession", "VerbatimServer", "VerbatimReplay",
            "VerbatimContract", "VerbatimSchema", "VerbatimHAR", "VerbatimYAML", "VerbatimJSON",
        ],
        testImports: ["VerbatimExampleSupport", "VerbatimAppAPIs", "VerbatimAppFakes", "VerbatimAppClients"],
        testData: ["AnotherDay"]),
    // 8: what a package imports
    Module(
        level: 8, path: "Tool/VerbatimKit",
        imports: ["VerbatimCommands", "VerbatimAPI", "VerbatimModels", "VerbatimReplay", "VerbatimHAR"]),
]

/// A program: its name, its folder in `Sources`, and the modules it imports.
let programs: [(name: String, path: String, imports: [String])] = [
    // The tool without APIs, for any package: the one that `swift run verbatim` and the command plugin run.
    ("verbatim", "Tool/VerbatimMain", ["VerbatimKit"]),
    // The tool of the example app, and tools for the development of this package, which the Makefile runs; no
    // product contains them.
    ("verbatim-app", "App/VerbatimAppMain", ["VerbatimKit", "VerbatimAppAPIs", "VerbatimAppFakes"]),
    (
        "verbatim-conformance", "Development/Conformance",
        ["VerbatimYAML", "VerbatimJSON", "VerbatimSchema", "VerbatimHAR", "VerbatimServer"]
    ),
    (
        "verbatim-bench", "Development/Bench",
        [
            "VerbatimJSON", "VerbatimSchema", "VerbatimDecoding", "VerbatimAppClients", "VerbatimURLSession",
            "VerbatimReplay", "VerbatimServer", "VerbatimHAR", "VerbatimInference", "VerbatimDiff",
            "VerbatimMutation", "VerbatimModels", "VerbatimContract", "VerbatimCommands",
        ]
    ),
    (
        "verbatim-soak", "Development/Soak",
        ["VerbatimURLSession", "VerbatimReplay", "VerbatimServer", "VerbatimHAR", "VerbatimJSON"]
    ),
    (
        "verbatim-fuzz", "Development/Fuzz",
        [
            "VerbatimYAML", "VerbatimJSON", "VerbatimSchema", "VerbatimHAR", "VerbatimContract",
            "VerbatimServer", "VerbatimCommands",
        ]
    ),
]

/// Whether the Makefile builds the package, which sets the variable, rather than Xcode or another package.
let isStrict = Context.environment["VERBATIM_STRICT"] != nil

/// Warnings are errors only there: Xcode builds dependencies with `-suppress-warnings`, and the compiler
/// refuses both together.
let strictSettings: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

/// The modules that parse, match and judge are optimized in debug builds too, with their assertions: the
/// tests take almost three times as long otherwise. SwiftPM refuses such flags in a dependency.
let optimizedSettings: [SwiftSetting] =
    isStrict ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strictSettings

func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map { .target(name: $0) }
}

let libraries: [Target] = modules.map { module in
    .target(
        name: module.name, dependencies: dependencies(module.imports), path: "Sources/" + module.path,
        resources: module.resources,
        swiftSettings: settings + (module.level < 4 ? optimizedSettings : []))
}

let tests: [Target] = modules.map { module in
    .testTarget(
        name: module.name + "Tests",
        dependencies: dependencies(
            ["VerbatimTestSupport"] + Set([module.name] + module.imports + module.testImports).sorted()),
        path: "Tests/" + module.path + "Tests", exclude: module.testData, swiftSettings: settings)
}

let testSupport = [
    ("VerbatimTestSupport", ["VerbatimURLSession", "VerbatimJSON", "CVerbatimTestSupport"]),
    ("VerbatimTestingSupport", ["VerbatimTesting"]),
    ("VerbatimExampleSupport", ["VerbatimContract", "VerbatimHAR", "VerbatimJSON"]),
].map { name, imports in
    Target.target(
        name: name, dependencies: dependencies(imports), path: "Tests/Support/" + name,
        swiftSettings: settings)
}

let executables: [Target] = programs.map { program in
    .executableTarget(
        name: program.name, dependencies: dependencies(program.imports), path: "Sources/" + program.path,
        swiftSettings: settings)
}

/// It declares no permissions: with one, every command would ask for it.
let plugin = Target.plugin(
    name: "VerbatimPlugin",
    capability: .command(
        intent: .custom(
            verb: "verbatim", description: "Check contracts and recordings of web APIs. See 'verbatim help'.")
    ),
    path: "Sources/Tool/VerbatimPlugin")

/// The targets in C: the first pass over a JSON text, for several vector instruction sets; epoll(7),
/// which no module of the toolchain has, and kqueue(2); and, for tests, system calls that fail, and the stack
/// that a function uses.
let inC: [Target] = [
    .target(name: "CVerbatimJSON", path: "Sources/JSON/CVerbatimJSON"),
    .target(name: "CVerbatimServer", path: "Sources/Traffic/CVerbatimServer"),
    .target(name: "CVerbatimTestSupport", path: "Tests/Support/CVerbatimTestSupport"),
]

let package = Package(
    name: "verbatim",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "VerbatimKit", targets: ["VerbatimKit"]),
        // Link Testing and XCTest: for test targets only. The first is for tests that record and replay, the
        // second adds contracts and models.
        .library(name: "VerbatimTesting", targets: ["VerbatimTesting"]),
        .library(name: "VerbatimContractTesting", targets: ["VerbatimContractTesting"]),
        // Adds a server for clients in other processes, as the apps of UI tests are.
        .library(name: "VerbatimServerTesting", targets: ["VerbatimServerTesting"]),
        // Replay without tests: in previews, and to other processes.
        .library(name: "VerbatimURLSession", targets: ["VerbatimURLSession"]),
        .library(name: "VerbatimServer", targets: ["VerbatimServer"]),
        // `swift package verbatim check`, and the tool that it runs.
        .plugin(name: "VerbatimPlugin", targets: ["VerbatimPlugin"]),
        .executable(name: "verbatim", targets: ["verbatim"]),
    ],
    targets: inC + libraries + testSupport + tests + executables + [plugin],
    swiftLanguageModes: [.v6]
)
