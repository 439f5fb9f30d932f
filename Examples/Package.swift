// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  /// A module of the toolkit: each is a product of its own, so a program links only what it imports.
  static func stream(_ module: String) -> Self {
    .product(name: "Stream\(module)", package: "swift-streams")
  }
}

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "movies", targets: ["Movies"]),
    .executable(name: "recipes", targets: ["Recipes"]),
    .executable(name: "marbles", targets: ["Marbles"]),
    .executable(name: "operator-pictures", targets: ["OperatorPictures"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    .executableTarget(
      name: "Movies",
      dependencies: [
        "MovieBrowser", "MovieServer", .stream("Core"), .stream("Schedulers"), .stream("Timing"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "MovieBrowser",
      dependencies: [
        .stream("Core"), .stream("Mapping"), .stream("ErrorHandling"), .stream("Combining"), .stream("Schedulers"),
        .stream("Timing"), .stream("Coding"), .stream("URLSession"),
      ]),
    .target(
      name: "MovieServer",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .executableTarget(
      name: "Recipes",
      dependencies: ["RecipeBook", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .target(
      name: "RecipeBook",
      dependencies: [
        .stream("Core"), .stream("Mapping"), .stream("Filtering"), .stream("Combining"), .stream("ErrorHandling"),
        .stream("Sharing"), .stream("Debugging"), .stream("Schedulers"), .stream("Timing"), .stream("Coding"),
        .stream("Notifications"), .stream("Timers"), .stream("ObservableProperties"), .stream("Testing"),
        .stream("Subjects"), .stream("Grouping"), .stream("Reducing"), .stream("Files"), .stream("Resilience"),
        .stream("URLSession"), .stream("Concurrency"), "MovieServer", "WeatherStation",
      ]),
    .target(
      name: "WeatherStation",
      dependencies: [
        .stream("Core"), .stream("Mapping"), .stream("ErrorHandling"), .stream("Debugging"), .stream("Concurrency"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
    .executableTarget(
      name: "OperatorPictures",
      dependencies: [
        "OperatorScenarios", .stream("Parts"), .stream("Testing"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "Marbles",
      dependencies: [
        "MarbleLaboratory", .stream("Parts"), .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "MarbleLaboratory",
      dependencies: [
        "OperatorScenarios", .product(name: "Streams", package: "swift-streams"), .stream("Testing"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      resources: [.embedInCode("Page")]),
    .testTarget(
      name: "MarbleLaboratoryTests",
      dependencies: ["MarbleLaboratory", "OperatorScenarios"]),
    // Its programs are compiled by Docs/build-docs.sh.
    .target(
      name: "OperatorScenarios",
      dependencies: [.product(name: "Streams", package: "swift-streams"), .stream("Testing")]),
    .testTarget(
      name: "OperatorScenariosTests",
      dependencies: ["OperatorScenarios", .product(name: "Streams", package: "swift-streams"), .stream("Testing")]),
    .testTarget(name: "MovieServerTests", dependencies: ["MovieServer"]),
    .testTarget(
      name: "MovieBrowserTests",
      dependencies: [
        "MovieBrowser", "MovieServer", .stream("Core"), .stream("Mapping"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(
      name: "MoviesTests",
      dependencies: ["Movies", "MovieServer", "CTerminal", .product(name: "FlyingSocks", package: "FlyingFox")]),
    .testTarget(
      name: "RecipeBookTests",
      dependencies: [
        "RecipeBook", .stream("Core"), .stream("Mapping"), .stream("Filtering"), .stream("ErrorHandling"),
        .stream("Debugging"), .stream("Sharing"), .stream("Schedulers"), .stream("Timing"), .stream("Testing"),
        .stream("ObservableProperties"), .stream("Concurrency"), .stream("Subjects"),
      ]),
    .testTarget(
      name: "WeatherStationTests",
      dependencies: [
        "WeatherStation", .stream("Core"), .stream("Mapping"), .stream("Combining"), .stream("ErrorHandling"),
        .stream("Concurrency"), .stream("Testing"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
    // Swift's overlay of the C library does not include pseudo-terminals.
    .target(
      name: "CTerminal", path: "Tests/CTerminal",
      linkerSettings: [.linkedLibrary("util", .when(platforms: [.linux]))]),
  ],
  swiftLanguageModes: [.v6]
)

// What needs the libraries of Integrations/, and of the system. STREAMS_SKIP_INTEGRATIONS=1 leaves it out.
if Context.environment["STREAMS_SKIP_INTEGRATIONS"] != "1" {
  package.dependencies += [
    .package(path: "../Integrations"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ]
  package.products.append(.executable(name: "orders", targets: ["Orders"]))
  package.targets += [
    .executableTarget(
      name: "Orders",
      dependencies: [
        .product(name: "StreamsNATS", package: "Integrations"), .stream("Coding"),
        .stream("Concurrency"), .stream("Core"), .stream("Filtering"), .stream("Mapping"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "OrdersTests", dependencies: ["Orders"]),
    .target(
      name: "MovieBrowserHTTPClient",
      dependencies: [
        "MovieBrowser", .product(name: "StreamsAsyncHTTPClient", package: "Integrations"), .stream("Core"),
        .stream("ErrorHandling"), .stream("Mapping"), .stream("Reducing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ]
  // Their code has the condition INTEGRATIONS where it offers the client.
  for target in package.targets where ["Movies", "MovieBrowserTests", "MoviesTests"].contains(target.name) {
    target.swiftSettings = [.define("INTEGRATIONS")]
    if target.name != "MoviesTests" { target.dependencies.append("MovieBrowserHTTPClient") }
  }
}

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
