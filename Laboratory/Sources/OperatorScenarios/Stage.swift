public import StreamCore
internal import StreamSchedulers
public import StreamSubscribing
public import StreamTesting
internal import Synchronization

/// Where a scenario runs: it plays the timelines by their names, and records what comes of them.
///
/// `on.upstream` plays the timeline "upstream" as numbers, `on.text.upstream` as letters, `on.flags.upstream` as truth
/// values of `t` and `f`, and `on("upstream", ["A": [1, 2]])` as the values given. A stream begins where it is asked
/// for: in the closure of a `flatMap`, when the closure is called.
@dynamicMemberLookup
public final class Stage: Sendable {
  /// A number of the operator's, or a closure, that a reader may change.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public let name: String

    /// The number that was used; of closures, which one.
    public let value: Int

    /// What may be used.
    public let range: ClosedRange<Int>

    /// Whether it is a time in ticks, rather than a count.
    public let isTime: Bool

    /// The code of what may be chosen; empty for a number.
    public internal(set) var options: [String] = []
  }

  private struct State {
    var players: [Player] = []
    var recordings: [Recording] = []
    var parameters: [Parameter] = []
    var unknown: [String] = []
    var complaints: [String] = []
  }

  /// The clock, for operators with time.
  public let scheduler = TestScheduler()

  /// What must live as long as the run: connections and feeds. Cancelled at its end.
  public let cancellables = CancellableBag()

  let timelines: [String: Marbles]
  private let numbers: [String: Int]
  private let state = Mutex(State())

  init(timelines: [String: Marbles], numbers: [String: Int]) {
    self.timelines = timelines
    self.numbers = numbers
  }

  /// Plays a timeline as numbers.
  public subscript(dynamicMember name: String) -> MarblePublisher<Int, MarbleFailure> {
    player(name) { character in
      if let number = character.wholeNumberValue { return number }
      complain("'\(character)' is no digit, and \(name) delivers numbers.")
      return 0
    }
  }

  /// Plays timelines as letters.
  public var text: Typed<String> { Typed(stage: self) { character, _ in "\(character)" } }

  /// Plays timelines as truth values.
  public var flags: Typed<Bool> {
    Typed(stage: self) { character, name in
      if !"tf".contains(character) { self.complain("'\(character)' is neither t nor f, and \(name) delivers these.") }
      return character == "t"
    }
  }

  /// Plays a timeline with the values given.
  ///
  /// - Parameters:
  ///   - name: The timeline.
  ///   - values: What its letters stand for.
  /// - Returns: A publisher that plays it.
  public func callAsFunction<Value: Sendable>(
    _ name: String, _ values: [Character: Value]
  ) -> MarblePublisher<Value, MarbleFailure> {
    guard let substitute = values.first else { preconditionFailure("\(name) has no values.") }
    let texts = values.mapValues { "\($0)" }
    return player(name, texts: texts) { character in
      if let value = values[character] { return value }
      let letters = values.keys.sorted().map { "\($0)" }.joined(separator: ", ")
      complain("'\(character)' stands for nothing: \(name) has \(letters).")
      return substitute.value
    }
  }

  /// A number that a reader may change.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - standard: The number, unless another is asked for.
  ///   - range: What may be asked for.
  /// - Returns: The number.
  public func number(_ name: String, _ standard: Int, in range: ClosedRange<Int> = 0...9) -> Int {
    parameter(name, standard, range, isTime: false)
  }

  /// A length of time that a reader may change.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - standard: The ticks, unless others are asked for.
  ///   - range: What may be asked for.
  /// - Returns: The time: a tick is a second.
  public func ticks(_ name: String, _ standard: Int, in range: ClosedRange<Int> = 0...20) -> VirtualTime.Stride {
    .seconds(parameter(name, standard, range, isTime: true))
  }

  /// A closure, or a function, of which a reader may choose another.
  ///
  /// Their texts are read from the source of the call, so what is shown is what runs.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - type: The type of each.
  ///   - options: What may be chosen; the first is used, unless another is asked for.
  /// - Returns: The one that is used.
  public func choice<Closure>(_ name: String, as type: Closure.Type, _ options: Closure...) -> Closure {
    options[parameter(name, 0, 0...options.count - 1, isTime: false)]
  }

  /// Records a stream.
  ///
  /// - Parameters:
  ///   - name: The name of its row.
  ///   - publisher: The stream.
  ///   - tick: When to subscribe.
  ///   - demand: What to request: a digit is a number of elements, at its tick. Unlimited, if it is `nil`.
  ///   - cancelTick: When to cancel; never, if it is `nil`.
  /// - Returns: The subscriber, for who cancels it otherwise.
  @discardableResult
  public func record<P: Publisher & SendableMetatype>(
    _ name: String, _ publisher: P, at tick: Int = 0, demand: Marbles? = nil, cancelAt cancelTick: Int? = nil
  ) -> TestableSubscriber<P.Output, P.Failure> {
    let requests = demand?.events.compactMap { event -> (VirtualTime, Subscribers.Demand)? in
      guard case .element(let digit) = event.symbol, let count = digit.wholeNumberValue else { return nil }
      return (VirtualTime(.seconds(event.tick)), .max(count))
    }
    let subscriber = scheduler.createTestableSubscriber(
      P.Output.self, P.Failure.self,
      options: TestableSubscriberOptions(
        initialDemand: requests == nil ? .unlimited : .none, scriptedDemand: DemandLog(requests ?? [])))
    let recording = Recording(
      name: name, demand: demand,
      row: {
        MarbleRow(
          name, subscriber.recordedOutput.mapInput(ShownValue.init), cancelledAt: subscriber.recordedCancellation)
      },
      cancel: { subscriber.cancel() })
    state.withLock { $0.recordings.append(recording) }
    let attaching = Attaching { publisher.subscribe(subscriber) }
    at(tick) { attaching.attach() }
    if let cancelTick { at(cancelTick) { subscriber.cancel() } }
    return subscriber
  }

  /// Does something at a tick; now, at the first.
  ///
  /// - Parameters:
  ///   - tick: When.
  ///   - action: What.
  public func at(_ tick: Int, _ action: @escaping @Sendable () -> Void) {
    if tick == 0 { return action() }
    scheduler.schedule(after: VirtualTime(.seconds(tick)), action)
  }

  /// What was played.
  var players: [Player] { state.withLock { $0.players } }

  /// What is recorded.
  var recordings: [Recording] { state.withLock { $0.recordings } }

  /// The parameters that were asked for.
  var parameters: [Parameter] { state.withLock { $0.parameters } }

  /// The names of timelines that were asked for, and do not exist.
  var unknownTimelines: [String] { state.withLock { $0.unknown } }

  /// What is wrong with the timelines.
  var complaints: [String] { state.withLock { $0.complaints } }

  private func complain(_ complaint: String) {
    state.withLock { if !$0.complaints.contains(complaint) { $0.complaints.append(complaint) } }
  }

  fileprivate func player<Value: Sendable>(
    _ name: String, texts: [Character: String] = [:], value: (Character) -> Value
  ) -> MarblePublisher<Value, MarbleFailure> {
    if timelines[name] == nil { state.withLock { $0.unknown.append(name) } }
    let publisher = scheduler.publisher(timelines[name] ?? "", failure: MarbleFailure(), value: value)
    let player = Player(name: name, began: scheduler.now, texts: texts, rows: { publisher.rows(name) })
    state.withLock { $0.players.append(player) }
    return publisher
  }

  private func parameter(_ name: String, _ standard: Int, _ range: ClosedRange<Int>, isTime: Bool) -> Int {
    let value = min(max(numbers[name] ?? standard, range.lowerBound), range.upperBound)
    let parameter = Parameter(name: name, value: value, range: range, isTime: isTime)
    state.withLock { if !$0.parameters.contains(parameter) { $0.parameters.append(parameter) } }
    return value
  }
}

/// A closure of one argument.
typealias Transform<Input, Output> = @Sendable (Input) -> Output

/// A closure of one argument that may throw.
typealias Attempt<Input, Output> = @Sendable (Input) throws -> Output

/// A closure of one argument that may wait, and throw.
typealias AsyncAttempt<Input, Output> = @Sendable (Input) async throws(MarbleFailure) -> Output

/// A closure of two arguments.
typealias Combination<Input, Output> = @Sendable (Input, Input) -> Output

/// A closure of two arguments that may throw.
typealias CombinationAttempt<Input, Output> = @Sendable (Input, Input) throws -> Output

/// A closure that changes its first argument.
typealias Change<State, Input> = @Sendable (inout State, Input) -> Void

/// Timelines played as values of one type.
@dynamicMemberLookup
public struct Typed<Value: Sendable> {
  fileprivate let stage: Stage
  fileprivate let value: (Character, String) -> Value

  /// Plays a timeline.
  public subscript(dynamicMember name: String) -> MarblePublisher<Value, MarbleFailure> {
    stage.player(name) { value($0, name) }
  }
}

/// A value, as a picture shows it: with the members of sets and dictionaries sorted, since their order differs from
/// run to run.
private struct ShownValue<Value>: CustomStringConvertible {
  let value: Value

  var description: String {
    switch value {
    case let members as Set<AnyHashable>: list(members.map { String(reflecting: $0.base) })
    case let entries as [AnyHashable: Any]:
      list(entries.map { "\(String(reflecting: $0.base)): \(String(reflecting: $1))" }, empty: "[:]")
    default: "\(value)"
    }
  }

  private func list(_ members: [String], empty: String = "[]") -> String {
    members.isEmpty ? empty : "[\(members.sorted().joined(separator: ", "))]"
  }
}

/// A subscription to be made.
///
/// Sendable: the thread that moves the clock is the only one of a run.
private struct Attaching: @unchecked Sendable {
  let attach: () -> Void
}

/// A stream that has been asked for.
struct Player: Sendable {
  let name: String
  let began: VirtualTime
  let texts: [Character: String]
  let rows: @Sendable () -> [MarbleRow]
}

/// A stream that is recorded.
struct Recording: Sendable {
  let name: String
  let demand: Marbles?
  let row: @Sendable () -> MarbleRow
  let cancel: @Sendable () -> Void
}
