public import Synchronization

/// State of a stage that changes with each value, and belongs to whoever delivers: as signals are serial (rule 3), it
/// needs no lock.
///
/// Invariant: no two accesses overlap. Those who hold the state call one at a time (rule 3), or under one lock, and an access
/// calls no code but the standard library's; a value that is replaced is released after the new one is in place. Nothing checks this at run time: that is the point of the type.
///
/// Closures that hold it are released with the stage, and it with them. An access lasts no longer than the reading or
/// writing of `value`; never call a user's closure with `value` as an `inout` argument, since it may come back here.
@usableFromInline
package final class SerialState<Value> {
  /// Not a property of the class, whose every access the runtime would check for overlaps.
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
