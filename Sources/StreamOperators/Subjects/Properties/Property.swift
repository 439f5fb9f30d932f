public import StreamCore

/// A value that can be read at any time, and a publisher of it: the present value first, then its changes.
///
///     a                 1---2
///     a.map { $0 * 3 }  3---6
///
/// A property is created from a constant, a ``CurrentValueRelay``, a publisher with an initial value, or other
/// properties. A derived property stores nothing: each read of ``value`` computes it from the current values of its
/// sources, with one call for each step. It subscribes to its sources only when it is subscribed to.
///
///     let celsius = CurrentValueRelay(20.0)
///     let text = celsius.property.map { "\($0) °C" }
///     text.value                                       // "20.0 °C"
///
/// Where another package has a type of the same name, a scoped import chooses: `import struct StreamSubjects.Property`.
/// Some of its operators share a name with a stream operator, but return a property; for the stream operator, call
/// `eraseToAnyPublisher()` first.
///
/// - **Demand**: a subscriber without outstanding demand receives the newest value when it requests one.
/// - **Completion**: subscribers receive the finish when no source can change any more; a relay can change until it is
///   released. Their subscriptions retain neither the relay nor the property. Later subscribers receive the value, then
///   the finish.
/// - **Failure**: none.
/// - **Threads**: reading and subscribing may be done on any thread; no lock is held while a closure runs. Delivers
///   where the sources deliver.
/// - Complexity: A reading of ``value`` takes O(*n*), where *n* is the number of steps to its sources; so does the
///   delivery of a change, for each subscriber.
@frozen
public struct Property<Value>: Publisher, ReleasingPublisher {
  public typealias Output = Value

  /// It does not fail.
  public typealias Failure = Never

  // Closures, not a box: the compiler specialises them where they are formed.
  @usableFromInline let read: () -> Value
  @usableFromInline let attach: (AnySubscriber<Value, Never>) -> Void

  @inlinable
  init(read: @escaping () -> Value, attach: @escaping (AnySubscriber<Value, Never>) -> Void) {
    (self.read, self.attach) = (read, attach)
  }

  /// Creates a property that does not change. A subscriber receives the value and the finish.
  ///
  /// - Parameter constant: The value.
  @inlinable
  public init(_ constant: Value) {
    self.init(read: { constant }, attach: { $0.serve(one: constant, as: "Property") })
  }

  /// Creates a property of the newest value of a publisher.
  ///
  ///     then          --2---3-|
  ///     property      1-2---3-|
  ///
  /// Subscribes at once, requests unlimited demand, and holds the subscription until the last copy, and the last
  /// property derived from it, have been released. Then, or when the publisher has finished, subscribers receive the
  /// finish.
  ///
  /// - Parameters:
  ///   - initial: The value until the publisher delivers its first one.
  ///   - then: The publisher of the further values.
  @inlinable
  public init<P: Publisher>(initial: Value, then: P) where P.Output == Value, P.Failure == Never {
    let source = PropertySource(initial)
    then.subscribe(SubjectSubscriber(source.hub))
    self.init(read: { source.hub.current }, attach: { source.hub.subscribe(toProperty: $0) })
  }

  /// The present value. A closure of the property runs at each reading, on the thread that reads.
  @inlinable public var value: Value { read() }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    attach(AnySubscriber(subscriber))
  }
}

// Its sources may be read and subscribed to on any thread; closures of clients are Sendable. The values of a source
// that is transformed are not known to be, as behind an AnyPublisher.
extension Property: @unchecked Sendable where Value: Sendable {}

extension CurrentValueRelay {
  /// A read-only property of the value.
  ///
  /// It does not retain the relay: when that is released, subscribers of the property receive the finish, and its value
  /// remains the last one.
  @inlinable public var property: Property<Output> {
    Property(read: { [hub] in hub.current }, attach: { [hub] in hub.subscribe(toProperty: $0) })
  }
}

/// Holds the hub that a publisher feeds, until the last property of it is released.
@usableFromInline
final class PropertySource<Value> {
  @usableFromInline let hub: Broadcaster<Value, Never>

  @usableFromInline
  init(_ initial: Value) {
    hub = Broadcaster("Property", current: initial)
  }

  // Cancels the publisher, too.
  deinit {
    hub.send(completion: .finished)
  }
}
