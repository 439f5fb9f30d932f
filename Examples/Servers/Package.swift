// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  /// A module of the toolkit: each is a product of its own, so a program links only what it imports.
  static func stream(_ module: String) -> Self {
    .product(name: "Stream\(module)", package: "swift-streams")
  }
}

// Examples that need the libraries of Integrations/, swift-nio or swift-async-algorithms.
let package = Package(
  name: "Servers",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "movies-async-http-client", targets: ["MoviesAsyncHTTPClient"]),
    .executable(name: "orders", targets: ["Orders"]),
    .executable(name: "readings", targets: ["ReadingsServer"]),
    .executable(name: "weather-station", targets: ["WeatherStationRound"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: "../.."),
    .package(path: ".."),
    .package(path: "../../Integrations"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "MoviesAsyncHTTPClient",
      dependencies: [
        "MovieBrowserHTTPClient", .product(name: "MovieProgram", package: "Examples"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "MovieBrowserHTTPClient",
      dependencies: [
        .product(name: "MovieProgram", package: "Examples"),
        .product(name: "StreamsAsyncHTTPClient", package: "Integrations"),
        .stream("Core"), .stream("ErrorHandling"), .stream("Mapping"), .stream("Reducing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // The tests of Examples, over the other client: the folders are links to them.
    .testTarget(
      name: "MovieBrowserTests",
      dependencies: [
        "MovieBrowserHTTPClient", .product(name: "MovieProgram", package: "Examples"), .stream("Core"),
        .stream("Mapping"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: [.define("ASYNC_HTTP_CLIENT")]),
    .testTarget(
      name: "MoviesTests",
      dependencies: [
        "MoviesAsyncHTTPClient", .product(name: "MovieProgram", package: "Examples"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: [.define("ASYNC_HTTP_CLIENT")]),
    .executableTarget(
      name: "Orders",
      dependencies: [
        .product(name: "StreamsNATS", package: "Integrations"), .stream("Coding"),
        .stream("Concurrency"), .stream("Core"), .stream("Filtering"), .stream("Mapping"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "OrdersTests", dependencies: ["Orders"]),
    .executableTarget(
      name: "ReadingsServer",
      dependencies: [
        "Readings", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "Readings",
      dependencies: [
        .product(name: "StreamsGRDB", package: "Integrations"),
        .product(name: "StreamsHummingbird", package: "Integrations"),
        .product(name: "StreamsLifecycle", package: "Integrations"),
        .product(name: "StreamsMetrics", package: "Integrations"),
        .stream("Coding"), .stream("Concurrency"), .stream("Core"), .stream("Filtering"), .stream("Lines"),
        .stream("Mapping"), .stream("Timing"),
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ]),
    .testTarget(
      name: "ReadingsTests",
      dependencies: [
        "Readings", .product(name: "StreamsAsyncHTTPClient", package: "Integrations"),
        .stream("Concurrency"), .stream("Core"), .stream("Filtering"), .stream("Lines"), .stream("Testing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(name: "WeatherStationRound", dependencies: ["WeatherStation"]),
    .target(
      name: "WeatherStation",
      dependencies: [
        .stream("Core"), .stream("Mapping"), .stream("ErrorHandling"), .stream("Debugging"), .stream("Concurrency"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
    .testTarget(
      name: "WeatherStationTests",
      dependencies: [
        "WeatherStation", .stream("Core"), .stream("Mapping"), .stream("Combining"), .stream("ErrorHandling"),
        .stream("Concurrency"), .stream("Testing"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
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
