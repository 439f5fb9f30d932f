/// A class whose `@Published` properties can be observed by key path, as those of Objective-C can by key-value
/// observing.
///
/// Every ``ObservableObject`` conforms; any other class with such properties only needs to declare the conformance.
///
///     final class Player: KeyPathObservable {
///       @Published var volume = 5
///     }
///     let subscription = player.publisher(for: \.volume).sink { print($0) }
public protocol KeyPathObservable: AnyObject {}

// On Apple platforms Foundation declares a publisher of this name for `NSObject`, which takes precedence.
extension KeyPathObservable {
  /// Returns a publisher of a key path's value.
  ///
  ///     volume = …                    5--6-----7--
  ///     publisher(for: \.volume)      5--6-----7--
  ///
  /// Unlike the property's own publisher, it delivers a value after the object has stored it. The key path may continue
  /// beyond a property, or lead to a computed property that reads several. Properties of other objects on the way are
  /// not observed.
  ///
  /// - **Demand**: changes without demand are dropped; with ``KeyPathObservingOptions/initial`` the latest value is
  ///   delivered on the next demand.
  /// - **Completion**: never, not even when the object is released; a subscription does not retain it.
  /// - **Failure**: cannot fail.
  /// - **Threads**: delivers where the property is set, one value at a time, never under a lock; the key path is read
  ///   there.
  ///
  /// - Parameters:
  ///   - keyPath: The observed key path. It traps if it reads no `@Published` property of this object.
  ///   - options: ``KeyPathObservingOptions/initial`` observes the value at the subscription,
  ///     ``KeyPathObservingOptions/prior`` also before each change. The others have no effect here.
  /// - Returns: A publisher of the values, which retains the object.
  /// - Complexity: A change takes O(*n*), where *n* is the number of subscribers that observe the property, a cancel
  ///   O(log *n*), amortised.
  @_disfavoredOverload
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: KeyPathObservingOptions = [.initial, .new]
  ) -> KeyPathPublisher<Self, Value> {
    KeyPathPublisher(object: self, keyPath: keyPath, options: options)
  }

  /// Returns a publisher of the changes of a key path's value.
  ///
  ///     volume = …                5--6------7----
  ///     changes(of: \.volume)     ---(5→6)--(6→7)
  ///
  /// The key path may continue beyond a property, or lead to a computed property that reads several. Properties of
  /// other objects on the way are not observed.
  ///
  /// - **Demand**: changes without demand are dropped; with ``KeyPathObservingOptions/initial`` the latest one is
  ///   delivered on the next demand.
  /// - **Completion**: never, not even when the object is released; a subscription does not retain it.
  /// - **Failure**: cannot fail.
  /// - **Threads**: delivers where the property is set, one change at a time, never under a lock; the key path is read
  ///   there.
  ///
  /// - Parameters:
  ///   - keyPath: The observed key path. It traps if it reads no `@Published` property of this object.
  ///   - options: When to observe, and what a change contains.
  /// - Returns: A publisher of the changes, which retains the object.
  /// - Complexity: A change takes O(*n*), where *n* is the number of subscribers that observe the property, a cancel
  ///   O(log *n*), amortised.
  @_disfavoredOverload
  public func changes<Value>(
    of keyPath: KeyPath<Self, Value>, options: KeyPathObservingOptions = [.old, .new]
  ) -> KeyPathChangePublisher<Self, Value> {
    KeyPathChangePublisher(object: self, keyPath: keyPath, options: options)
  }
}
