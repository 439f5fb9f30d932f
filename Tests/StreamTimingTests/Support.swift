import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport

/// A scheduler whose blocks run when the test says so.
final class ManualScheduler: Scheduler, Sendable {
  private let blocks = Box<[@Sendable () -> Void]>([])
  private let givenOptions = Box<[String?]>([])
  private let running = Box(false)

  /// The options of all blocks so far.
  var options: [String?] { givenOptions.value }

  /// How many blocks wait.
  var count: Int { blocks.value.count }

  /// Whether a block runs at present.
  var isRunning: Bool { running.value }

  /// Runs the oldest block.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func runNext() -> Bool {
    guard let block = blocks.update({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    running.value = true
    block()
    running.value = false
    return true
  }

  /// Runs blocks until none waits.
  func runAll() {
    while runNext() {}
  }

  var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: ImmediateScheduler.SchedulerTimeType.Stride { 0 }

  func schedule(options: String?, _ action: @escaping @Sendable () -> Void) {
    givenOptions.update { $0.append(options) }
    blocks.update { $0.append(action) }
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, tolerance: ImmediateScheduler.SchedulerTimeType.Stride,
    options: String?,
    _ action: @escaping @Sendable () -> Void
  ) {
    fatalError("Operators that hop schedule nothing for later.")
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, interval: ImmediateScheduler.SchedulerTimeType.Stride,
    tolerance: ImmediateScheduler.SchedulerTimeType.Stride,
    options: String?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    fatalError("Operators that hop repeat nothing.")
  }
}

/// A scheduler that runs each block on a new thread, and returns when it has run: a block is over before `schedule`
/// returns, and yet not where `schedule` was called.
struct JoiningScheduler: Scheduler, Sendable {
  var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: ImmediateScheduler.SchedulerTimeType.Stride { 0 }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    concurrently(1) { _ in action() }
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, tolerance: ImmediateScheduler.SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    fatalError("Operators that hop schedule nothing for later.")
  }

  func schedule(
    after date: ImmediateScheduler.SchedulerTimeType, interval: ImmediateScheduler.SchedulerTimeType.Stride,
    tolerance: ImmediateScheduler.SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    fatalError("Operators that hop repeat nothing.")
  }
}

/// Counts values, and measures how much stack their deliveries take.
final class StackMeter: Sendable {
  private let state = Box((count: 0, lowest: UInt.max, highest: UInt.min))

  var count: Int { state.value.count }
  var extent: UInt { state.value.highest - state.value.lowest }

  /// Notes a value, and where the stack ends.
  ///
  /// - Returns: How many there have been.
  @discardableResult
  func note() -> Int {
    var here: UInt8 = 0
    let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    return state.update { state in
      state = (state.count + 1, min(state.lowest, address), max(state.highest, address))
      return state.count
    }
  }
}

extension Publisher {
  /// Notes where values pass.
  func noting<Place: Sendable>(
    in log: Box<[Place]>, _ place: @escaping @Sendable () -> Place
  ) -> Publishers.Map<Self, Output> {
    Publishers.Map(upstream: self) { value in
      log.update { $0.append(place()) }
      return value
    }
  }
}

extension DispatchQueue {
  private static let key = DispatchSpecificKey<String>()

  /// A queue that knows its name.
  static func named(_ name: String, attributes: DispatchQueue.Attributes = []) -> DispatchQueue {
    let queue = DispatchQueue(label: name, attributes: attributes)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  /// The name of the queue on which the caller runs.
  static var currentName: String { getSpecific(key: key) ?? "none" }
}
