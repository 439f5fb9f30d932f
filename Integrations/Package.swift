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
    .library(name: "StreamsAsyncHTTPClient", targets: ["StreamsAsyncHTTPClient"]),
    .library(name: "StreamsHummingbird", targets: ["StreamsHummingbird"]),
    .library(name: "StreamsNIO", targets: ["StreamsNIO"]),
  ],
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "StreamsAsyncHTTPClient",
      dependencies: [
        "StreamsNIOParts", .stream("Core"), .stream("Lines"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .target(
      name: "StreamsHummingbird",
      dependencies: [
        .stream("Concurrency"), .stream("Core"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .target(
      name: "StreamsNIO",
      dependencies: [
        "StreamsNIOParts", .stream("Core"), .stream("Schedulers"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    // No product: what the products on NIO share.
    .target(
      name: "StreamsNIOParts",
      dependencies: [
        .stream("Core"), .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(
      name: "StreamsAsyncHTTPClientTests",
      dependencies: [
        "StreamsAsyncHTTPClient", .stream("Core"), .stream("Testing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "StreamsHummingbirdTests",
      dependencies: [
        "StreamsAsyncHTTPClient", "StreamsHummingbird", .stream("Concurrency"), .stream("Core"), .stream("Testing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "StreamsNIOTests",
      dependencies: [
        "StreamsNIO", .stream("Core"), .stream("Schedulers"), .stream("Testing"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      resources: [.copy("Peer")]),
  ],
  swiftLanguageModes: [.v6]
)

// A run of the tests of one product need not build the libraries of all: STREAMS_INTEGRATIONS="StreamsNIO".
if let wanted = Context.environment["STREAMS_INTEGRATIONS"]?.split(separator: " ").map(String.init) {
  package.products.removeAll { product in !wanted.contains { product.name.hasPrefix($0) } }
  package.targets.removeAll { target in !wanted.contains { target.name.hasPrefix($0) } }
}

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
