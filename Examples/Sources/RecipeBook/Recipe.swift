/// A small program that demonstrates a group of recipes.
package struct Recipe: Sendable {
  /// Receives a line of a recipe's output.
  package typealias Report = @Sendable (String) -> Void

  /// Its name on the command line.
  package let name: String

  /// A one-line summary.
  package let summary: String

  /// The path of its source, from the root of the repository.
  package let source: String

  /// Whether each run prints its lines in the same order.
  package let isOrdered: Bool

  private let program: @Sendable (@escaping Report) async -> Void

  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - summary: A one-line summary.
  ///   - source: The path of its source, from the folder `Examples/Sources`.
  ///   - isOrdered: Whether each run prints its lines in the same order.
  ///   - program: Runs it, and reports lines.
  init(
    _ name: String, _ summary: String, source: String, isOrdered: Bool = true,
    program: @escaping @Sendable (@escaping Report) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.isOrdered = isOrdered
    self.source = "Examples/Sources/\(source)"
    self.program = program
  }

  /// Runs the recipe to its end.
  ///
  /// - Parameter report: Receives the lines, in order.
  package func run(report: @escaping Report) async {
    await program(report)
  }

  /// What to print above its lines: where to read how they come about.
  package var heading: String { "Source: \(source)" }

  /// All recipes, in reading order.
  package static let all: [Recipe] = requests + failures + interface + data + subscribers + tests

  private static let requests: [Recipe] = [
    .polling, .searchAsYouType, .typeahead, .latestWins, .cascadingRequests, .orderedWork, .parallelInOrder,
    .loadWhatYouCan, .shareOneRequest, .cacheWithExpiry, .pagination, .rateLimitedRequests, .uploadWithProgress,
  ]

  private static let failures: [Recipe] = [
    .retryWithBackOff, .circuitBreaker, .timeoutWithFallback, .resilientClient, .errorGallery, .errorViewModel,
  ]

  private static let interface: [Recipe] = [
    .formValidation, .signUpForm, .ignoreDoubleTaps, .optimisticUpdate, .undoRedo, .autosave, .combineSettings,
    .countdown, .notificationsAndTimers, .dashboard,
  ]

  private static let data: [Recipe] = [
    .followAFile, .batchIntoDatabase, .mergeSortedLogs, .countPerKey, .slidingAverage, .logProcessor,
  ]

  private static let subscribers: [Recipe] = [.fanOut, .eventBus, .chatRoom, .serverSentEvents, .heartbeat]

  private static let tests: [Recipe] = [.testASearch]

  /// The recipe with a name, if there is one.
  package static func named(_ name: String) -> Recipe? {
    all.first { $0.name == name }
  }

  /// The names and summaries, one per line.
  package static var listing: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
