/// A class whose properties marked `@Published` can be observed by their key paths, as those of Objective-C can by
/// key-value observing.
///
/// Every ``ObservableObject`` can; any other class that has such properties conforms by saying so.
///
///     final class Player: KeyPathObservable {
///       @Published var volume = 5
///     }
///     let subscription = player.publisher(for: \.volume).sink { print($0) }
public protocol KeyPathObservable: AnyObject {}

// On Apple platforms Foundation has a publisher of this name for `NSObject`, which is to be preferred.
extension KeyPathObservable {
  /// A publisher of what a key path leads to.
  ///
  ///     volume = …                    5--6-----7--
  ///     publisher(for: \.volume)      5--6-----7--
  ///
  /// Other than the publisher of the property itself, it delivers a value when the object has taken it on. The key path may
  /// go on from a property, or lead to a computed one that reads several. What it reads of other objects is not observed.
  ///
  /// - **Demand**: without any, changes are dropped; with ``KeyPathObservingOptions/initial`` the newest value is delivered
  ///   once there is some.
  /// - **Completion**: never, not even when the object goes, which is not kept alive by a subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: delivers where the property is set, one value at a time, never under a lock; the key path is read
  ///   there.
  ///
  /// - Parameters:
  ///   - keyPath: Where to look. It is a programmer's error if it reads no property marked `@Published` of this object.
  ///   - options: When to look: ``KeyPathObservingOptions/initial`` at the subscription,
  ///     ``KeyPathObservingOptions/prior`` before each change, too. The others make no difference here.
  /// - Returns: A publisher of the values, which holds the object.
  @_disfavoredOverload
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: KeyPathObservingOptions = [.initial, .new]
  ) -> KeyPathPublisher<Self, Value> {
    KeyPathPublisher(object: self, keyPath: keyPath, options: options)
  }

  /// A publisher of the changes of what a key path leads to.
  ///
  ///     volume = …                5--6------7----
  ///     changes(of: \.volume)     ---(5→6)--(6→7)
  ///
  /// The key path may go on from a property, or lead to a computed one that reads several. What it reads of other objects
  /// is not observed.
  ///
  /// - **Demand**: without any, changes are dropped; with ``KeyPathObservingOptions/initial`` the newest one is delivered
  ///   once there is some.
  /// - **Completion**: never, not even when the object goes, which is not kept alive by a subscription.
  /// - **Failure**: cannot be.
  /// - **Threads**: delivers where the property is set, one change at a time, never under a lock; the key path is read
  ///   there.
  ///
  /// - Parameters:
  ///   - keyPath: Where to look. It is a programmer's error if it reads no property marked `@Published` of this object.
  ///   - options: When to look, and what a change is to hold.
  /// - Returns: A publisher of the changes, which holds the object.
  @_disfavoredOverload
  public func changes<Value>(
    of keyPath: KeyPath<Self, Value>, options: KeyPathObservingOptions = [.old, .new]
  ) -> KeyPathChangePublisher<Self, Value> {
    KeyPathChangePublisher(object: self, keyPath: keyPath, options: options)
  }
}
