import Dispatch
import Foundation
import StreamFoundationSchedulers

/// A scheduler with a real clock, and what a test has to know of it.
protocol RealScheduler: Sendable {
  associatedtype Context: Scheduler where Context.SchedulerTimeType: Sendable

  var context: Context { get }

  /// Whether the caller is work of the scheduler.
  var isCurrent: Bool { get }

  /// Ends what runs for the scheduler alone.
  func stop()
}

/// The kinds of schedulers that a program has.
enum Kind: CaseIterable {
  case dispatchQueue, runLoop, operationQueue

  static let ofFoundation = [runLoop, operationQueue]

  /// A new one.
  func make() -> any RealScheduler {
    switch self {
    case .dispatchQueue: RealDispatchQueue()
    case .runLoop: RealRunLoop()
    case .operationQueue: RealOperationQueue()
    }
  }
}

private struct RealDispatchQueue: RealScheduler {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  let context = DispatchQueue(label: "real")

  init() {
    context.setSpecific(key: Self.key, value: ObjectIdentifier(context))
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(context) }

  func stop() {}
}

private struct RealRunLoop: RealScheduler {
  private let thread = LoopThread()

  var context: RunLoop { thread.loop }
  var isCurrent: Bool { RunLoop.current === thread.loop }

  func stop() { thread.stop() }
}

private struct RealOperationQueue: RealScheduler {
  let context: OperationQueue

  init() {
    context = OperationQueue()
    context.maxConcurrentOperationCount = 1
  }

  var isCurrent: Bool { OperationQueue.current === context }

  func stop() {}
}
