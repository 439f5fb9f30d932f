/// The closures that every contestant calls: the same ones, which no optimiser can see through.
public struct Work: Sendable {
  public let change: @Sendable (Int) -> Int
  public let isKept: @Sendable (Int) -> Bool
  public let add: @Sendable (Int, Int) -> Int
  public let narrow: @Sendable (Int) -> Int?

  /// - Parameter salt: Any number that is known only when the program runs.
  @inline(never)
  public init(salt: Int) {
    change = { $0 &+ salt }
    isKept = { $0 & 3 != salt & 3 }
    add = { ($0 &+ $1 &+ salt) & 0xFFFF_FFFF }
    narrow = { $0 & 7 == salt & 7 ? nil : $0 }
  }
}

/// Adds up what arrives, so that no contestant can leave a value out.
// Sendable: it is changed by one thread at a time, and read after the run.
public final class Tally: @unchecked Sendable {
  public var sum = 0

  @inline(never)
  public init() {}

  /// The closure that is handed to a `sink`.
  @inline(never)
  public func sink() -> @Sendable (Int) -> Void {
    { self.sum = self.sum &* 31 &+ $0 }
  }
}

/// Hides where a value comes from, so that nothing is computed before the run.
@inline(never)
public func opaque<Value>(_ value: Value) -> Value { value }
