internal import StreamCore

/// A mutable value shared by closures on any thread.
package final class Box<Value>: @unchecked Sendable {
  // Sendable: the value is under a lock.
  private let state: Locked<Value>

  package init(_ value: Value) {
    state = Locked(value)
  }

  package var value: Value {
    get { state.value }
    set { _ = state.exchange(newValue) }
  }

  @discardableResult
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    state.withLock(body)
  }
}

extension Box where Value == Int {
  /// Adds one, and returns the sum.
  @discardableResult
  package func increment() -> Int {
    update { value in
      value += 1
      return value
    }
  }
}
