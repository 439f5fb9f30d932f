// swift-tools-version: 6.2
import PackageDescription

extension Target.Dependency {
  /// A module of the toolkit.
  static func stream(_ module: String) -> Self {
    .product(name: "Stream\(module)", package: "swift-streams")
  }
}

/// A product for each library that streams are connected with, and a trait of the same name, on by default: SwiftPM
/// fetches what a product needs only if its trait is on. A program that names traits gets those products alone.
let libraries = [
  "StreamsAsyncHTTPClient", "StreamsGRDB", "StreamsHummingbird", "StreamsInspector", "StreamsLifecycle", "StreamsLog",
  "StreamsMetrics", "StreamsNATS", "StreamsNIO", "StreamsTracing",
]

/// The traits of which one must be on for the dependencies of a target.
func traits(of target: String) -> Set<String> {
  if target == "StreamsNIOParts" { return ["StreamsAsyncHTTPClient", "StreamsNIO"] }
  return [target.hasSuffix("Tests") ? String(target.dropLast("Tests".count)) : target]
}

let package = Package(
  name: "swift-streams-integrations",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "integrations-bench", targets: ["Benchmarks"])]
    + libraries.map { .library(name: $0, targets: [$0]) },
  traits: Set(
    libraries.map { .trait(name: $0, description: "What the product \($0) needs.") } + [
      .trait(name: "Benchmarks", description: "For this package alone: what integrations-bench needs."),
      .default(enabledTraits: Set(libraries + ["Benchmarks"])),
    ]),
  dependencies: [
    .package(name: "swift-streams", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "IntegrationParts", dependencies: [.stream("Core")]),
    .target(
      name: "StreamsGRDB",
      dependencies: [
        "IntegrationParts", .stream("Core"), .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "StreamsLifecycle",
      dependencies: [
        "IntegrationParts", .stream("Core"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "StreamsLog",
      dependencies: [
        "IntegrationParts", .stream("Core"), .stream("Diagnostics"), .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "StreamsMetrics",
      dependencies: [
        "IntegrationParts", .stream("Core"), .stream("Diagnostics"), .stream("Inspection"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
      ]),
    .target(
      name: "StreamsTracing",
      dependencies: [
        "IntegrationParts", .stream("Concurrency"), .stream("Core"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .target(
      name: "IntegrationTestSupport", dependencies: [.stream("Core"), .stream("Diagnostics"), .stream("Testing")],
      path: "Tests/IntegrationTestSupport"),
    .testTarget(
      name: "StreamsGRDBTests",
      dependencies: [
        "IntegrationParts", "IntegrationTestSupport", "StreamsGRDB", .stream("Core"), .stream("Filtering"),
        .stream("Testing"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "StreamsLifecycleTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsLifecycle", .stream("Concurrency"), .stream("Core"), .stream("Mapping"),
        .stream("Testing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "StreamsLogTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsLog", .stream("Core"), .stream("Sharing"), .stream("Testing"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "StreamsMetricsTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsMetrics", .stream("Core"), .stream("Diagnostics"), .stream("Inspection"),
        .stream("Sharing"), .stream("Testing"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
    .testTarget(
      name: "StreamsTracingTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsTracing", .stream("Core"), .stream("Mapping"), .stream("Testing"),
        .stream("Timing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CNATS", "IntegrationParts", "StreamsAsyncHTTPClient", "StreamsGRDB", "StreamsHummingbird", "StreamsLog",
        "StreamsMetrics", "StreamsNATS", "StreamsTracing", .stream("Core"), .stream("Mapping"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Benchmarks"),
    // Without the name of its pkg-config file: where that is not installed, SwiftPM would warn all who use any of the
    // products.
    .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"])]),
    .target(
      name: "StreamsNATS",
      dependencies: [
        "CNATS", "IntegrationParts", .product(name: "DequeModule", package: "swift-collections"),
        .stream("Combining"), .stream("Concurrency"), .stream("Core"), .stream("ErrorHandling"), .stream("Filtering"),
        .stream("Mapping"), .stream("Schedulers"),
      ]),
    .testTarget(
      name: "StreamsNATSTests",
      dependencies: [
        "CNATS", "IntegrationTestSupport", "StreamsNATS", .stream("Coding"), .stream("Combining"),
        .stream("Concurrency"), .stream("Core"), .stream("Debugging"), .stream("ErrorHandling"), .stream("Filtering"),
        .stream("Mapping"), .stream("Testing"),
      ]),
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
        .stream("Concurrency"), .stream("Core"), .stream("Filtering"), .stream("Lines"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "StreamsInspector",
      dependencies: [
        "IntegrationParts", .stream("Inspection"), .stream("Testing"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      resources: [.embedInCode("Page")]),
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
        "IntegrationTestSupport", "StreamsAsyncHTTPClient", .stream("Core"), .stream("Testing"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "StreamsInspectorTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsInspector", .stream("Combining"), .stream("Core"), .stream("Inspection"),
        .stream("Mapping"), .stream("Sharing"), .stream("Testing"),
      ]),
    // A program to look at the page with: .ci/browser does.
    .executableTarget(
      name: "StreamsInspectorDemo",
      dependencies: [
        "StreamsInspector", .stream("Combining"), .stream("Core"), .stream("Filtering"), .stream("Inspection"),
        .stream("Mapping"), .stream("Schedulers"), .stream("Sharing"), .stream("Timing"),
      ], path: "Tests/StreamsInspectorDemo"),
    .testTarget(
      name: "StreamsNIOTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsNIO", "StreamsNIOParts", .stream("Core"), .stream("Schedulers"),
        .stream("Testing"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      resources: [.copy("Peer")]),
    .testTarget(
      name: "StreamsHummingbirdTests",
      dependencies: [
        "IntegrationTestSupport", "StreamsAsyncHTTPClient", "StreamsHummingbird", .stream("Concurrency"),
        .stream("Core"), .stream("Testing"), .stream("URLSession"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdHTTP2", package: "hummingbird"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// A run of the tests of one product need not build the libraries of all: STREAMS_INTEGRATIONS="StreamsNIO". Traits
// cannot do that: of the package itself SwiftPM builds every target, whichever are on.
if let wanted = Context.environment["STREAMS_INTEGRATIONS"]?.split(separator: " ").map(String.init) {
  let wanted = wanted + ["Integration"]
  package.products.removeAll { product in !wanted.contains { product.name.hasPrefix($0) } }
  package.targets.removeAll { target in target.type != .system && !wanted.contains { target.name.hasPrefix($0) } }
}

// As in the toolkit's own manifest: CI sets the variable.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where target.type != .system {
  target.dependencies = target.dependencies.map { dependency in
    guard case .productItem(let name, let package?, _, _) = dependency, package != "swift-streams" else {
      return dependency
    }
    return .product(name: name, package: package, condition: .when(traits: traits(of: target.name)))
  }
  target.swiftSettings =
    (target.swiftSettings ?? []) + strictness + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
