/// The closures that every contestant calls: the same ones, which no optimiser can see through.
///
/// It is generic so that they are kept as a client's closure literals reach an operator, which is generic too. A closure
/// from a property of a plain function type would be wrapped once more for each stage.
package struct Work<Value>: Sendable {
  package let change: @Sendable (Value) -> Value
  package let isKept: @Sendable (Value) -> Bool
  package let add: @Sendable (Value, Value) -> Value
  package let narrow: @Sendable (Value) -> Value?
}

extension Work<Int> {
  /// - Parameter salt: Any number that is known only when the program runs.
  @inline(never)
  package init(salt: Int) {
    self.init(
      change: { $0 &+ salt },
      isKept: { $0 & 3 != salt & 3 },
      add: { ($0 &+ $1 &+ salt) & 0xFFFF_FFFF },
      narrow: { $0 & 7 == salt & 7 ? nil : $0 })
  }
}

/// Adds up what arrives, so that no contestant can leave a value out.
// Sendable: it is changed by one thread at a time, and read after the run.
package final class Tally: @unchecked Sendable {
  /// Not a property, whose every access the runtime would check for overlaps: that would cost more than some stages.
  private let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  @inline(never)
  package init() {
    cell.initialize(to: 0)
  }

  deinit {
    cell.deallocate()
  }

  package var sum: Int { cell.pointee }

  /// What is handed to a `sink`.
  @inline(never)
  package func sink() -> Sink<Int> {
    Sink { self.cell.pointee = self.cell.pointee &* 31 &+ $0 }
  }
}

/// A closure that takes values, generic for the same reason as ``Work``.
package struct Sink<Value>: Sendable {
  package let receive: @Sendable (Value) -> Void
}

/// Hides where a value comes from, so that nothing is computed before the run.
@inline(never)
package func opaque<Value>(_ value: Value) -> Value { value }

/// What a program keeps from one run to the next.
// Sendable: one run at a time uses it.
package struct Kept<Content>: @unchecked Sendable {
  package let content: Content

  package init(_ content: Content) {
    self.content = content
  }
}

/// A place for what a closure is given.
// Sendable: one thread reaches it.
package final class Place<Value>: @unchecked Sendable {
  package var value: Value?

  package init() {}
}
