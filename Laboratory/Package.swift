// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  static let streams = Self.product(name: "Streams", package: "swift-streams")
  static let streamDiagnostics = Self.product(name: "StreamDiagnostics", package: "swift-streams")
  static let streamTesting = Self.product(name: "StreamTesting", package: "swift-streams")
  static let argumentParser = Self.product(name: "ArgumentParser", package: "swift-argument-parser")
}

let package = Package(
  name: "Laboratory",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "marbles", targets: ["Marbles"]),
    .executable(name: "operator-pictures", targets: ["OperatorPictures"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "OperatorPictures",
      dependencies: ["OperatorScenarios", .streamDiagnostics, .streamTesting, .argumentParser]),
    .executableTarget(name: "Marbles", dependencies: ["MarbleLaboratory", .streamDiagnostics, .argumentParser]),
    .target(
      name: "MarbleLaboratory",
      dependencies: [
        "OperatorScenarios", .streams, .streamTesting, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      resources: [.embedInCode("Page")]),
    .testTarget(name: "MarbleLaboratoryTests", dependencies: ["MarbleLaboratory", "OperatorScenarios"]),
    // Its programs are compiled by Docs/build-docs.sh.
    .target(name: "OperatorScenarios", dependencies: [.streams, .streamTesting]),
    .testTarget(name: "OperatorScenariosTests", dependencies: ["OperatorScenarios", .streams, .streamTesting]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the toolkit's own manifest: CI sets the variable. Then an expression that takes three seconds to type-check is
// an error.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil
  ? []
  : [
    .treatAllWarnings(as: .error), .unsafeFlags(["-Xfrontend", "-warn-long-expression-type-checking=3000"]),
  ]

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
