// swift-tools-version: 6.2
import PackageDescription

/// The kit is compiled twice from one folder: against the toolkit and, through a symbolic link, against its peer. Only
/// the import line differs.
func kit(_ name: String, _ folder: String, over library: Target.Dependency, defines: [SwiftSetting] = []) -> Target {
  .target(
    name: name, dependencies: ["DifferentialModel", library], path: "Sources/Differential/\(folder)",
    swiftSettings: defines)
}

/// So is the program whose builds are measured.
func pipelines(
  _ name: String, _ folder: String, over libraries: [Target.Dependency], defines: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: libraries, path: "Sources/FiftyPipelines/\(folder)", swiftSettings: defines)
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "differential", targets: ["differential"]),
    .executable(name: "streams-bench", targets: ["streams-bench"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    // A symbolic link to those of the Laboratory.
    .target(
      name: "OperatorScenarios",
      dependencies: [
        .product(name: "Streams", package: "swift-streams"), .product(name: "StreamTesting", package: "swift-streams"),
      ]),
    .target(
      name: "DifferentialModel",
      dependencies: [
        "OperatorScenarios", .product(name: "StreamCore", package: "swift-streams"),
        .product(name: "StreamTesting", package: "swift-streams"),
      ],
      path: "Sources/Differential/Model"),
    kit("DifferentialOurs", "Kit", over: .product(name: "Streams", package: "swift-streams")),
    kit(
      "DifferentialPeer", "PeerKit", over: .product(name: "OpenCombine", package: "OpenCombine"),
      defines: [.define("PEER")]),
    .executableTarget(
      name: "differential",
      dependencies: [
        "DifferentialModel", "DifferentialOurs", "DifferentialPeer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Differential/Tool"),
    .target(name: "CHeap", path: "Sources/StreamsBench/CHeap"),
    .target(name: "BenchModel", path: "Sources/StreamsBench/Model"),
    .target(name: "BenchFloor", dependencies: ["BenchModel"], path: "Sources/StreamsBench/Floor"),
    .target(
      name: "BenchStreams", dependencies: ["BenchModel", "CHeap", .product(name: "Streams", package: "swift-streams")],
      path: "Sources/StreamsBench/Contestant"),
    .target(
      name: "BenchOpenCombine",
      dependencies: [
        "BenchModel", "CHeap", .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ],
      path: "Sources/StreamsBench/PeerContestant", swiftSettings: [.define("PEER")]),
    .target(
      name: "BenchStreamsGrowing", dependencies: ["BenchModel", .product(name: "Streams", package: "swift-streams")],
      path: "Sources/StreamsBench/Growing"),
    .target(
      name: "BenchOpenCombineGrowing",
      dependencies: ["BenchModel", .product(name: "OpenCombine", package: "OpenCombine")],
      path: "Sources/StreamsBench/PeerGrowing", swiftSettings: [.define("PEER")]),
    .target(
      name: "BenchAsyncStreams",
      dependencies: ["BenchModel", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")],
      path: "Sources/StreamsBench/AsyncStreams"),
    .target(
      name: "BenchReport",
      dependencies: [
        "BenchModel", "BenchFloor", "BenchStreams", "BenchStreamsGrowing", "BenchOpenCombine",
        "BenchOpenCombineGrowing",
        "BenchAsyncStreams", "CHeap",
      ],
      path: "Sources/StreamsBench/Report"),
    .target(
      name: "BenchSoak", dependencies: ["BenchModel", "CHeap", .product(name: "Streams", package: "swift-streams")],
      path: "Sources/StreamsBench/Soak"),
    .executableTarget(
      name: "streams-bench",
      dependencies: [
        "BenchModel", "BenchReport", "BenchSoak", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/StreamsBench/Tool"),
    pipelines(
      "fifty-pipelines", "Program",
      over: ["StreamCore", "StreamFiltering", "StreamMapping", "StreamReducing"].map {
        .product(name: $0, package: "swift-streams")
      }),
    pipelines(
      "fifty-pipelines-peer", "PeerProgram", over: [.product(name: "OpenCombine", package: "OpenCombine")],
      defines: [.define("PEER")]),
    .testTarget(name: "StreamsBenchTests", dependencies: ["BenchModel", "BenchReport", "BenchSoak"]),
    .testTarget(
      name: "DifferentialTests", dependencies: ["DifferentialModel", "DifferentialOurs", "DifferentialPeer"]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the toolkit's own manifest: CI sets the variable.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where target.name != "CHeap" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
