package import StreamCore

/// The handlers of a hook: the one that a client has installed, and observers beside it.
///
/// Whether there is one is a word of the hook's own, which a report reads first: a constant that the compiler
/// initialises, where this object is made at its first use.
package final class HookHandlers<Report>: Sendable {
  package typealias Handler = @Sendable (Report) -> Void

  private struct State {
    var installed: Handler?
    var observers: [Int: Handler] = [:]
    var lastNumber = 0

    var isPresent: Bool { installed != nil || !observers.isEmpty }
  }

  private let state: Locked<State>
  private let setPresent: @Sendable (Bool) -> Void

  /// - Parameters:
  ///   - initial: The handler that is installed at first.
  ///   - setPresent: Called under the lock after each change, with whether there is a handler.
  package init(_ initial: Handler? = nil, setPresent: @escaping @Sendable (Bool) -> Void) {
    state = Locked(State(installed: initial))
    self.setPresent = setPresent
  }

  /// Installs a handler, in place of the one before; `nil` removes it.
  package func install(_ handler: Handler?) {
    // The former closure is released outside the lock: that may run client code.
    let former = change { state in
      defer { state.installed = handler }
      return state.installed
    }
    withExtendedLifetime(former) {}
  }

  /// Adds a handler beside the installed one until the result is cancelled or released.
  package func observe(_ handler: @escaping Handler) -> AnyCancellable {
    let number = change { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = handler
      return state.lastNumber
    }
    let leave: @Sendable () -> Void = {
      let former = self.change { $0.observers.removeValue(forKey: number) }
      withExtendedLifetime(former) {}
    }
    return AnyCancellable(leave)
  }

  /// Calls the handlers, outside the lock.
  package func report(_ report: () -> Report) {
    let (installed, observers) = state.withLock { ($0.installed, Array($0.observers.values)) }
    guard installed != nil || !observers.isEmpty else { return }
    let report = report()
    installed?(report)
    for observer in observers { observer(report) }
  }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer { setPresent(state.isPresent) }
      return body(&state)
    }
  }
}

/// Writes a line for the first report of each operator and place.
final class OncePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  private let known = Locked<Set<String>>([])

  /// - Parameter write: Writes a line, which ends with a line break.
  init(write: @escaping @Sendable (String) -> Void = writeToStandardError) {
    self.write = write
  }

  func print(_ report: some CustomStringConvertible, from place: String, hook: String) {
    let isNew = known.withLock { $0.insert(place).inserted }
    // In one piece, so that lines of several threads do not mix.
    if isNew { write("\(report) (told once; see \(hook))\n") }
  }
}
