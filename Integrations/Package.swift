// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  /// A module of the toolkit.
  static func stream(_ module: String) -> Self {
    .product(name: "Stream\(module)", package: "swift-streams")
  }
}

/// A product for each library that streams are connected with: a program builds only the libraries of what it imports.
let package = Package(
  name: "Integrations",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "orders", targets: ["Orders"]),
    .library(name: "StreamsNATS", targets: ["StreamsNATS"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .executableTarget(
      name: "Orders",
      dependencies: [
        "StreamsNATS", .stream("Coding"), .stream("Combining"), .stream("Concurrency"), .stream("Core"),
        .stream("Mapping"), .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Examples/Orders"),
    .target(
      name: "StreamsNATS", dependencies: ["CNATS", .stream("Concurrency"), .stream("Core"), .stream("Schedulers")]),
    .testTarget(
      name: "StreamsNATSTests",
      dependencies: [
        "StreamsNATS", .stream("Coding"), .stream("Concurrency"), .stream("Core"), .stream("Filtering"),
        .stream("Mapping"), .stream("Testing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the toolkit's own manifest: CI sets the variable.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
