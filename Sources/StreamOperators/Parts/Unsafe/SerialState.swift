public import Synchronization

/// State that a stage changes with each value. Only the delivering thread accesses it: as signals are serial (rule 3),
/// it needs no lock.
///
/// Invariant: no two accesses overlap. The stage accesses it from one signal at a time (rule 3), or under one lock, and
/// an access lasts no longer than the reading or writing of `value`. Nothing checks this at run time: an ordinary
/// property, which is checked, costs 2.6 times as much.
///
/// It is retained by the closures of the stage, and released with them. Overlapping accesses are not detected: never
/// call a user's closure with `value` as an `inout` argument, since the closure may re-enter the stage.
@usableFromInline
package final class SerialState<Value> {
  /// A cell instead of a stored `var`, because the runtime would check each access of that for exclusivity.
  @usableFromInline let cell: _Cell<Value>

  @inlinable
  package init(_ value: Value) {
    cell = _Cell(value)
  }

  @inlinable package var value: Value {
    unsafeAddress { UnsafePointer(cell._address) }
    unsafeMutableAddress { cell._address }
  }
}
