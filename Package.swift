// swift-tools-version: 6.2
import PackageDescription

/// The operator families, with the parts that they share, and the Foundation bridges: each is a module of its own,
/// named `Stream` + this name.
let families = [
  "Parts", "Creating", "Mapping", "Filtering", "Reducing", "Combining", "Grouping", "ErrorHandling", "Timing",
  "Resilience", "Sharing", "Subjects", "Debugging", "Subscribing", "Concurrency",
]
let bridges = [
  "URLSession", "Notifications", "Timers", "Schedulers", "Coding", "Lines", "Files", "Processes", "Progress",
  "ObservableProperties",
]

extension String {
  /// The schedulers of Foundation are a bridge; `StreamSchedulers` is what they are schedulers of.
  var module: String { self == "Schedulers" ? "StreamFoundationSchedulers" : "Stream\(self)" }
}

extension Target {
  static func family(_ name: String, dependencies: [Dependency] = []) -> Target {
    .target(
      name: name.module, dependencies: ["StreamCore", "StreamDiagnostics", "StreamParts"] + dependencies,
      path: "Sources/StreamOperators/\(name)")
  }

  static func bridge(_ name: String, dependencies: [Dependency] = []) -> Target {
    .target(
      name: name.module, dependencies: ["StreamCore", "StreamDiagnostics", "StreamParts"] + dependencies,
      path: "Sources/StreamFoundationBridges/\(name)")
  }

  /// An umbrella holds one file of its own beside the folders of the modules that it re-exports.
  static func umbrella(_ name: String, over modules: [String]) -> Target {
    .target(
      name: name, dependencies: modules.map { .byName(name: $0.module) }, path: "Sources/\(name)", exclude: modules)
  }

  /// Tests of one module: they see that module, the kernel and the test support, and no other family.
  static func tests(of module: String, dependencies: [Dependency] = []) -> Target {
    .testTarget(
      name: "\(module)Tests",
      dependencies: (module == "StreamCore" ? [] : ["StreamCore"]) + [.byName(name: module), "TestSupport"]
        + dependencies)
  }
}

let modules =
  [
    "StreamCore", "StreamSchedulers", "StreamDiagnostics", "StreamInspection", "StreamOperators",
    "StreamFoundationBridges", "Streams",
    "StreamTesting",
  ]
  + (families + bridges).map(\.module)

let package = Package(
  name: "swift-streams",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: modules.map { .library(name: $0, targets: [$0]) },
  traits: [
    .trait(
      name: "Explore",
      description: "For tests alone: `explore` of StreamTesting can change threads at each access to shared state."),
    .trait(
      name: "CountStreams",
      description: "For tests alone: `LivingStreams` and `expectNoLeaks` of StreamTesting know what is alive."),
  ],
  targets: [
    .target(name: "StreamCore"),
    .target(name: "StreamSchedulers", dependencies: ["StreamCore"]),
    .target(name: "StreamDiagnostics", dependencies: ["StreamCore"]),
    .target(name: "StreamInspection", dependencies: ["StreamCore", "StreamDiagnostics", "StreamParts"]),
    .target(
      name: "StreamParts", dependencies: ["StreamCore", "StreamDiagnostics"], path: "Sources/StreamOperators/Parts",
      exclude: ["Delivery/DeliveryPhases.md"]),
    .family("Creating"),
    .family("Mapping"),
    .family("Filtering"),
    .family("Reducing"),
    .family("Combining"),
    .family("Grouping", dependencies: ["StreamSchedulers"]),
    .family("ErrorHandling"),
    .family("Timing", dependencies: ["StreamSchedulers"]),
    .family("Resilience", dependencies: ["StreamSchedulers"]),
    .family("Sharing", dependencies: ["StreamSchedulers"]),
    .family("Subjects", dependencies: ["StreamSchedulers"]),
    .family("Debugging"),
    .family("Subscribing"),
    .family("Concurrency"),
    .umbrella("StreamOperators", over: families),
    .bridge("Lines"),
    .bridge("URLSession", dependencies: ["StreamLines"]),
    .bridge("Notifications"),
    .bridge("Timers"),
    .bridge("Schedulers", dependencies: ["StreamSchedulers"]),
    .bridge("Coding", dependencies: ["StreamLines"]),
    .bridge("Files", dependencies: ["StreamLines"]),
    .bridge("Processes", dependencies: ["StreamLines", "StreamFiles"]),
    .bridge("Progress"),
    .bridge("ObservableProperties"),
    .umbrella("StreamFoundationBridges", over: bridges),
    .target(
      name: "Streams",
      dependencies: [
        "StreamCore", "StreamSchedulers", "StreamDiagnostics", "StreamInspection", "StreamOperators",
        "StreamFoundationBridges",
      ]),
    .target(name: "StreamTesting", dependencies: ["StreamCore", "StreamParts", "StreamSchedulers"]),
    .target(
      name: "TestSupport", dependencies: ["StreamCore", "StreamParts", "StreamTesting"], path: "Tests/TestSupport"),
    .tests(of: "StreamCore"),
    .tests(of: "StreamSchedulers"),
    .tests(
      of: "StreamInspection",
      dependencies: [
        "StreamCombining", "StreamErrorHandling", "StreamFiltering", "StreamMapping", "StreamReducing", "StreamSharing",
        "StreamSubjects", "StreamTesting", "StreamTiming",
      ]),
    .tests(of: "StreamTesting", dependencies: ["StreamParts", "StreamSchedulers"]),
    .tests(of: "StreamDiagnostics"),
    .tests(of: "StreamParts"),
    .tests(of: "StreamCreating"),
    .tests(of: "StreamMapping"),
    .tests(of: "StreamFiltering"),
    .tests(of: "StreamReducing"),
    .tests(of: "StreamCombining"),
    .tests(
      of: "StreamGrouping", dependencies: ["StreamFiltering", "StreamMapping", "StreamSchedulers", "StreamTesting"]),
    .tests(of: "StreamErrorHandling"),
    .tests(of: "StreamSharing", dependencies: ["StreamSchedulers", "StreamTesting"]),
    .tests(of: "StreamSubjects", dependencies: ["StreamSchedulers", "StreamSharing", "StreamTesting"]),
    .tests(of: "StreamDebugging"),
    .tests(of: "StreamSubscribing"),
    .tests(of: "StreamConcurrency"),
    .tests(of: "StreamTiming", dependencies: ["StreamSchedulers", "StreamTesting"]),
    .tests(of: "StreamResilience", dependencies: ["StreamSchedulers", "StreamTesting"]),
    .tests(
      of: "StreamURLSession", dependencies: ["StreamCoding", "StreamMapping", "StreamSchedulers", "StreamTiming"]),
    .tests(of: "StreamFiles"),
    .tests(of: "StreamProcesses"),
    .tests(of: "StreamProgress"),
    .tests(of: "StreamLines", dependencies: ["StreamMapping"]),
    .tests(of: "StreamCoding", dependencies: ["StreamMapping"]),
    .tests(of: "StreamFoundationSchedulers", dependencies: ["StreamSchedulers", "StreamTiming"]),
    .tests(of: "StreamObservableProperties", dependencies: ["StreamMapping"]),
    .tests(of: "StreamNotifications", dependencies: ["StreamMapping"]),
    .tests(of: "StreamTimers", dependencies: ["StreamMapping", "StreamSharing"]),
    // Combine's clients are written in Swift 5's language mode.
    .testTarget(
      name: "CombineSourceCompatibilityTests", dependencies: ["Streams", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // What each operator does, of which tests, documentation and laboratory are made.
    .target(
      name: "OperatorScenarios", dependencies: ["Streams", "StreamTesting"],
      path: "Laboratory/Sources/OperatorScenarios"),
    // Scenarios of the schedule explorer: with the trait Explore.
    .testTarget(
      name: "ExplorationTests", dependencies: ["OperatorScenarios", "Streams", "StreamTesting", "TestSupport"]),
    // Laws of all operators, subjects and schedulers, run in many ways.
    .testTarget(name: "LawTests", dependencies: ["OperatorScenarios", "Streams", "StreamTesting", "TestSupport"]),
    .testTarget(name: "StreamsTests", dependencies: ["Streams", "StreamTesting", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The toolkit under Combine's name, for code that is not to be edited. Apple's platforms have a module of that name.
// Nothing in the package depends on this one.
#if !canImport(Darwin)
  package.targets.append(.target(name: "Combine", dependencies: ["Streams"]))
  package.products.append(.library(name: "Combine", targets: ["Combine"]))
#endif

// CI sets the variable; whoever depends on the package gets no errors from warnings of a later compiler.
let strictness: [SwiftSetting] =
  Context.environment["STREAMS_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

// A run of some tests need not build all of them.
if let wanted = Context.environment["STREAMS_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
// Nor all of their files: those that are left out, as `Target/Folder/File.swift`.
for file in Context.environment["STREAMS_TEST_FILES_LEFT_OUT"]?.split(separator: " ") ?? [] {
  let parts = file.split(separator: "/", maxSplits: 1).map(String.init)
  package.targets.first { $0.name == parts[0] }?.exclude.append(parts[1])
}

for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + strictness
  if target.name == "CombineSourceCompatibilityTests" { continue }
  target.swiftSettings? += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
