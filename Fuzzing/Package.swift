// swift-tools-version: 6.2
import PackageDescription

// Built and run by `.ci/fuzz` only: without libFuzzer, which comes with `--sanitize=fuzzer`, it does not link.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-streams", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "StreamCore", package: "swift-streams"),
        .product(name: "StreamLines", package: "swift-streams"),
        .product(name: "StreamCoding", package: "swift-streams"),
        .product(name: "StreamTesting", package: "swift-streams"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

// As in the toolkit's own manifest: CI sets the variable.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets {
  target.swiftSettings =
    strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
