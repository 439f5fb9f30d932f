import StreamCore

/// Limits the number of concurrent calls of a service, for `bulkhead(_:)`.
///
/// Create one, and share it between all pipelines that call the service, on any threads. A subscription to one of them
/// is a call: it takes a place, or waits in line for one.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamResilience.Bulkhead`.
public final class Bulkhead: Sendable {
  /// The number of calls that run at a time.
  public let maxConcurrent: Int

  /// The number of calls that wait.
  public let maxWaiting: Int

  private let state = Locked(State())

  /// Creates a bulkhead.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The number of calls that run at a time: 1 or more, or it traps.
  ///   - maxWaiting: The number of calls that wait for a place: zero or more. A negative number traps.
  public init(maxConcurrent: Int, maxWaiting: Int = 0) {
    precondition(maxConcurrent > 0, "The number of calls at a time is 1 or more (rule 9): \(maxConcurrent)")
    precondition(maxWaiting >= 0, "The number of calls that wait is zero or more (rule 9): \(maxWaiting)")
    (self.maxConcurrent, self.maxWaiting) = (maxConcurrent, maxWaiting)
  }

  /// The number of calls that run.
  public var running: Int { state.withLock { $0.running } }

  /// The number of calls that wait.
  public var waiting: Int { state.withLock { $0.line.count } }

  /// The places of the calls; all of it, and the phase of each call, is under the lock.
  private struct State {
    var running = 0

    /// The calls that wait, by the numbers that they have drawn: any of them may leave the line.
    var line: [Int: BulkheadCall] = [:]
    var nextNumber = 0

    /// No number below this one is in the line.
    var firstNumber = 0

    /// Calls that have got a place, and are to be started.
    var ready = Queue<BulkheadCall>()

    /// Gives a free place to the next call of the line.
    mutating func free(of maxConcurrent: Int) {
      running -= 1
      while !line.isEmpty, running < maxConcurrent {
        if let next = line.removeValue(forKey: firstNumber) {
          next.phase = .starting
          running += 1
          ready.append(next)
        }
        firstNumber += 1
      }
    }
  }

  enum Entry {
    case runs, waits, full

    /// It has been cancelled before.
    case over
  }

  func enter(_ call: BulkheadCall) -> Entry {
    state.withLock { state in
      guard call.phase == .new else { return .over }
      if state.running < maxConcurrent {
        state.running += 1
        call.phase = .starting
        return .runs
      }
      guard state.line.count < maxWaiting else { return .full }
      call.phase = .waiting(number: state.nextNumber)
      state.line[state.nextNumber] = call
      state.nextNumber += 1
      return .waits
    }
  }

  /// Frees the place of a call, or its place in the line, and gives the place to the next call. A call that is
  /// cancelled while it starts keeps its place until it has started.
  ///
  /// - Returns: Whether the caller starts what is ready: not inside the start of the call, after which that is done, so
  ///   that calls which end as they start do not grow the stack.
  func leave(_ call: BulkheadCall, isCancelled: Bool) -> Bool {
    var left: BulkheadCall?
    let starts = state.withLock { state in
      let former = call.phase
      // One that was cancelled as it starts stays so, also if its end comes at the same time.
      call.phase = former == .cancelled || isCancelled && former == .starting ? .cancelled : .over
      switch former {
      case .new, .cancelled, .over: return false
      case .waiting(let number):
        // Released outside the lock.
        left = state.line.removeValue(forKey: number)
        return false
      case .starting where isCancelled: return false
      case .starting, .running:
        state.free(of: maxConcurrent)
        return former == .running
      }
    }
    withExtendedLifetime(left) {}
    return starts
  }

  /// Starts a call that has a place, then what has become ready.
  func start(_ call: BulkheadCall) {
    run(call)
    startReady()
  }

  func startReady() {
    while let next = state.withLock({ $0.ready.popFirst() }) { run(next) }
  }

  private func run(_ call: BulkheadCall) {
    call.start()
    state.withLock { state in
      switch call.phase {
      case .starting: call.phase = .running
      case .cancelled:
        call.phase = .over
        state.free(of: maxConcurrent)
      case .new, .waiting, .running, .over: break
      }
    }
  }
}

/// A call: the place of a subscription, or its place in the line. A cancel gives it up.
// Sendable: the phase is accessed under the lock of the bulkhead.
@usableFromInline
class BulkheadCall: StageSubscription, @unchecked Sendable {
  enum Phase: Equatable {
    case new
    case waiting(number: Int)
    case starting

    /// It has been cancelled while it starts.
    case cancelled

    case running
    case over
  }

  let bulkhead: Bulkhead
  fileprivate(set) var phase = Phase.new

  @usableFromInline
  init(_ bulkhead: Bulkhead) {
    self.bulkhead = bulkhead
  }

  /// Subscribes to upstream. It is called once, if the call gets a place.
  @usableFromInline
  func start() {}

  /// Gives up the place, without starting another call.
  ///
  /// - Returns: Whether the caller must call ``startNext()``.
  @usableFromInline
  func leave() -> Bool { bulkhead.leave(self, isCancelled: false) }

  @usableFromInline
  func startNext() {
    bulkhead.startReady()
  }

  @usableFromInline var description: String { "Bulkhead" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  func cancel() {
    if bulkhead.leave(self, isCancelled: true) { startNext() }
  }
}
