public import StreamCore
public import Synchronization

/// A reference to an object that is set at most once, and read often. (`AtomicLazyReference` of the standard library
/// cannot be inlined into clients: with it, to set a property without a subscriber costs 38 times the instructions,
/// with a lock 2.2 times.)
///
/// Invariant: the word is zero, or the address of an object that the reference has retained once; it changes from zero
/// to that, and never again. So an object that has been read remains until `deinit`.
// Sendable: the object is, and the word is atomic.
@frozen
@usableFromInline
struct OnceSet<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The object's retained address; zero before it is set.
  @usableFromInline let word = SharedWord<UInt>(0)

  @usableFromInline
  init() {}

  @inlinable
  deinit {
    reference?.release()
  }

  @inlinable var reference: Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  @inlinable var object: Object? { reference?.takeUnretainedValue() }

  /// Sets the object, if there is none.
  ///
  /// - Returns: The current object.
  @discardableResult
  borrowing func set(_ object: Object) -> Object {
    let retained = Unmanaged.passRetained(object)
    let address = UInt(bitPattern: retained.toOpaque())
    let (isFirst, present) = word.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if isFirst { return object }
    retained.release()
    return UnsafeRawPointer(bitPattern: present).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? object
  }
}
