public import Synchronization

/// Holds an object that deliveries use and that is to be released at the end: the release waits for the deliveries under
/// way, and no delivery waits for anything.
///
/// A delivery costs two additions to one word, and neither a lock nor a retain. The object's type is known to those who
/// use it, not to the guard, so that whatever contains a guard is taken down without looking up types.
///
/// Invariant: the object is retained once from `init` until the word becomes `released`, which happens once, when it is closed and
/// no delivery is counted. Every use counts itself before it looks at the word. All callers name the type that was passed to
/// `init`: a debug build checks the cast.
// Sendable: the object is only lent to those who deliver, one at a time (rule 3).
@frozen
@usableFromInline
package struct LentReference: ~Copyable, @unchecked Sendable {
  /// Bit 0: closed. Bit 1: released. The rest counts the deliveries under way.
  @usableFromInline let word: SharedWord<UInt>
  @usableFromInline let object: Unmanaged<AnyObject>

  @inlinable
  package init(_ object: AnyObject) {
    word = SharedWord(0)
    self.object = .passRetained(object)
  }

  @inlinable
  deinit {
    if word.load(ordering: .acquiring) != Self.released { object.release() }
  }

  @inlinable static var closed: UInt { 1 }
  @inlinable static var released: UInt { 3 }
  @inlinable static var delivery: UInt { 4 }

  /// Whether ``close(_:)`` has been called.
  @inlinable package var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }

  /// Runs `body` with the object, which is of type `Object`; not once closed.
  @inlinable
  package borrowing func use<Object: AnyObject>(as type: Object.Type, _ body: (Object) -> Void) {
    if word.wrappingAdd(Self.delivery, ordering: .acquiring).oldValue & Self.closed == 0 {
      object._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
    }
    leave()
  }

  /// Ends the use of the object, which is released when the last delivery returns.
  ///
  /// - Parameters:
  ///   - type: The type of the object.
  ///   - body: Runs with the object, if this call is the one that closes.
  @inlinable
  package borrowing func close<Object: AnyObject>(as type: Object.Type, _ body: (Object) -> Void) {
    word.wrappingAdd(Self.delivery, ordering: .acquiring)
    if word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue & Self.closed == 0 {
      object._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
    }
    leave()
  }

  @inlinable
  borrowing func leave() {
    let present = word.wrappingSubtract(Self.delivery, ordering: .acquiringAndReleasing).newValue
    if present == Self.closed { releaseOnce() }
  }

  /// Several who leave may find the count at zero: one of them releases.
  @usableFromInline
  borrowing func releaseOnce() {
    let (isFirst, _) = word.compareExchange(
      expected: Self.closed, desired: Self.released, ordering: .acquiringAndReleasing)
    if isFirst { object.release() }
  }
}
