package import StreamCore
private import Synchronization

/// Is told of each element that an operator or a subject drops, in the whole process.
///
/// No handler is installed by default; then a drop costs one read of memory more, and an element that is not dropped
/// nothing.
///
///     DropHook.install { print($0) }      // Buffer at App/Feed.swift:12 dropped 1: overflow
public enum DropHook {
  /// A closure that is told of elements which have been dropped.
  public typealias Handler = @Sendable (DropReport) -> Void

  /// Installs a handler, in place of the one before; `nil` removes it.
  ///
  /// - Parameter handler: Called on the thread that drops, outside of locks; several threads may call it at a time.
  public static func install(_ handler: Handler?) {
    // The former closure is released outside the lock: that may run client code.
    let former = handlers.withLock {
      let former = $0.installed
      $0.installed = handler
      $0.watch()
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Adds a handler beside the installed one until the result is cancelled or released.
  ///
  /// - Parameter handler: Called as the installed one.
  /// - Returns: Removes the handler.
  package static func observe(_ handler: @escaping Handler) -> AnyCancellable {
    let number = handlers.withLock {
      $0.lastNumber += 1
      $0.observers[$0.lastNumber] = handler
      $0.watch()
      return $0.lastNumber
    }
    let leave: @Sendable () -> Void = {
      let former = handlers.withLock {
        let former = $0.observers.removeValue(forKey: number)
        $0.watch()
        return former
      }
      withExtendedLifetime(former) {}
    }
    return AnyCancellable(leave)
  }

  /// Reports dropped elements to the handlers, if there are any.
  ///
  /// - Parameter report: Evaluated only if there is a handler.
  @usableFromInline
  package static func report(_ report: @autoclosure () -> DropReport) {
    guard isPresent.load(ordering: .acquiring) else { return }
    let (installed, observers) = handlers.withLock { ($0.installed, Array($0.observers.values)) }
    let report = report()
    installed?(report)
    for observer in observers { observer(report) }
  }
}

private struct Handlers {
  var installed: DropHook.Handler?
  var observers: [Int: DropHook.Handler] = [:]
  var lastNumber = 0

  /// Has drops reported, while there is a handler. Subjects, which the kernel has, are told through a hook of their own.
  func watch() {
    let hasHandler = installed != nil || !observers.isEmpty
    isPresent.store(hasHandler, ordering: .releasing)
    UnrequestedValueHook.install(hasHandler ? Self.reportUnrequested : nil)
  }

  private static let reportUnrequested: @Sendable (StageName) -> Void = { name in
    DropHook.report(DropReport(operatorName: name.description, reason: .beyondDemand))
  }
}

private let isPresent = Atomic(false)
private let handlers = Locked(Handlers())
