// swift-tools-version: 6.2
import PackageDescription

// A package of an app team: it has targets with common names, and depends on both products of Verbatim.
let names = ["Services", "Reports", "JSONSchema", "Sandbox", "Models", "Networking", "Replay", "API"]

let package = Package(
    name: "adoption",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "verbatim", path: "../..")],
    targets: names.map { .target(name: $0) } + [
        .executableTarget(
            name: "apis",
            dependencies: ["API", "Services", .product(name: "VerbatimKit", package: "verbatim")]),
        .testTarget(
            name: "AdoptionTests",
            dependencies: [
                "Services", "apis", .product(name: "VerbatimKit", package: "verbatim"),
                .product(name: "VerbatimContractTesting", package: "verbatim"),
            ]),
    ]
)
