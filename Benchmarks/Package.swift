// swift-tools-version: 6.2
import PackageDescription

/// The kit is compiled twice, from one folder: against the toolkit, and, through a symbolic link, against its peer.
/// Only the import line differs.
func kit(_ name: String, _ folder: String, over library: Target.Dependency, defines: [SwiftSetting] = []) -> Target {
  .target(
    name: name, dependencies: ["DifferentialModel", library], path: "Sources/Differential/\(folder)",
    swiftSettings: defines)
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "differential", targets: ["differential"])],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "DifferentialModel", path: "Sources/Differential/Model"),
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
    .testTarget(
      name: "DifferentialTests", dependencies: ["DifferentialModel", "DifferentialOurs", "DifferentialPeer"]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the toolkit's own manifest: CI sets the variable.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
