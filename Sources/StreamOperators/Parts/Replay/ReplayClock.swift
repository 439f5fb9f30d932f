/// Measures the age of the elements of a ``ReplayLog``. Called outside of locks: a client's scheduler implements it.
@usableFromInline
package protocol ReplayClock {
  /// The time, to stamp an element with.
  func now() -> Any

  /// Whether an element with a stamp is too old at a time.
  func hasExpired(_ stamp: Any, at now: Any) -> Bool
}
