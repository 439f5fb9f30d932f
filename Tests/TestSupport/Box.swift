internal import StreamCore

/// A value that closures of any thread may change.
public final class Box<Value>: @unchecked Sendable {
  // Sendable: the value is under a lock.
  private let state: Locked<Value>

  public init(_ value: Value) {
    state = Locked(value)
  }

  public var value: Value {
    get { state.value }
    set { _ = state.exchange(newValue) }
  }

  @discardableResult
  public func update<Result>(_ body: (inout Value) -> Result) -> Result {
    state.withLock(body)
  }
}

extension Box where Value == Int {
  /// Adds one, and returns the sum.
  @discardableResult
  public func increment() -> Int {
    update { value in
      value += 1
      return value
    }
  }
}

/// An object whose release a test waits for.
public final class Token: Sendable {
  public init() {}

  /// Gives `value` back: a closure that calls this holds the token.
  public func pass<Value>(_ value: Value) -> Value { value }
}

/// A failure to test with.
public struct TestError: Error, Equatable, Hashable, Codable, CustomStringConvertible {
  public var name: String

  public init(_ name: String = "failure") {
    self.name = name
  }

  public var description: String { name }
}
