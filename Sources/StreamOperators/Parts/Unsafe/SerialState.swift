public import Synchronization

/// State that a stage changes with each value. Only the delivering thread accesses it: as signals are serial (rule 3),
/// it needs no lock.
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
