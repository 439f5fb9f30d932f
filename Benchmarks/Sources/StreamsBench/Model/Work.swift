/// The closures shared by all contestants, opaque to the optimiser.
///
/// It is generic so that the closures are stored as a client's closure literals reach an operator, which is generic
/// too. A closure from a property of a plain function type would need a reabstraction thunk for each stage.
package struct Work<Value>: Sendable {
  package let change: @Sendable (Value) -> Value
  package let isKept: @Sendable (Value) -> Bool
  package let add: @Sendable (Value, Value) -> Value
  package let narrow: @Sendable (Value) -> Value?
}

extension Work<Int> {
  /// - Parameter salt: A number known only at run time.
  @inline(never)
  package init(salt: Int) {
    self.init(
      change: { $0 &+ salt },
      isKept: { $0 & 3 != salt & 3 },
      add: { ($0 &+ $1 &+ salt) & 0xFFFF_FFFF },
      narrow: { $0 & 7 == salt & 7 ? nil : $0 })
  }
}

/// Sums the received values, so that no contestant can skip one.
// Sendable: changed by one thread at a time, and read after the run.
package final class Tally: @unchecked Sendable {
  /// Not a stored property: the runtime's exclusivity check of each access would cost more than some stages.
  private let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  @inline(never)
  package init() {
    cell.initialize(to: 0)
  }

  deinit {
    cell.deallocate()
  }

  package var sum: Int { cell.pointee }

  /// The closure for a `sink`.
  @inline(never)
  package func sink() -> Sink<Int> {
    Sink { self.cell.pointee = self.cell.pointee &* 31 &+ $0 }
  }

  /// The closure for a `sink` of values that come in any order, but one at a time.
  @inline(never)
  package func summingSink() -> Sink<Int> {
    Sink { self.cell.pointee &+= $0 }
  }
}

/// A closure that takes values, generic for the same reason as ``Work``.
package struct Sink<Value>: Sendable {
  package let receive: @Sendable (Value) -> Void
}

/// Hides a value from the optimiser, so that nothing is computed before the run.
@inline(never)
package func opaque<Value>(_ value: Value) -> Value { value }

/// State that a program keeps between runs.
// Sendable: used by one run at a time.
package struct Kept<Content>: @unchecked Sendable {
  package let content: Content

  package init(_ content: Content) {
    self.content = content
  }
}

/// A mutable box for a closure.
// Sendable: used by one thread.
package final class Place<Value>: @unchecked Sendable {
  package var value: Value?

  package init() {}
}
