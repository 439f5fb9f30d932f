// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  /// A module of the toolkit: each is a product of its own, so a program links only what it imports.
  static func stream(_ module: String) -> Self {
    .product(name: "Stream\(module)", package: "swift-streams")
  }
}

// The README's first command builds this package, so it depends on little. What needs more has a package of its own:
// Servers/, and Laboratory/ in the root folder.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "movies", targets: ["Movies"]),
    .executable(name: "recipes", targets: ["Recipes"]),
    .library(name: "MovieProgram", targets: ["MovieBrowser", "MovieProgram", "MovieServer"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "Movies",
      dependencies: [
        "MovieBrowser", "MovieProgram", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "MovieProgram",
      dependencies: [
        "MovieBrowser", "MovieServer", .stream("Core"), .stream("Schedulers"), .stream("Timing"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "MovieBrowser",
      dependencies: [
        .stream("Core"), .stream("Mapping"), .stream("ErrorHandling"), .stream("Schedulers"), .stream("Timing"),
        .stream("Coding"), .stream("URLSession"),
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
        .stream("URLSession"), .stream("Concurrency"), "MovieServer",
        .product(name: "Streams", package: "swift-streams"),
      ]),
    .testTarget(name: "MovieServerTests", dependencies: ["MovieServer"]),
    .testTarget(
      name: "MovieBrowserTests",
      dependencies: [
        "MovieBrowser", "MovieServer", .stream("Core"), .stream("Mapping"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(
      name: "MoviesTests",
      dependencies: ["Movies", "MovieServer", .product(name: "FlyingSocks", package: "FlyingFox")]),
    .testTarget(
      name: "RecipeBookTests",
      dependencies: [
        "RecipeBook", .stream("Core"), .stream("Mapping"), .stream("Filtering"), .stream("ErrorHandling"),
        .stream("Debugging"), .stream("Sharing"), .stream("Schedulers"), .stream("Timing"), .stream("Testing"),
        .stream("ObservableProperties"), .stream("Concurrency"), .stream("Subjects"),
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
