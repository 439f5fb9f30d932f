public import StreamCore

/// A publisher of a key path's value.
public struct KeyPathPublisher<Root: KeyPathObservable, Value>: Publisher, ReleasingPublisher {
  /// The key path's value.
  public typealias Output = Value

  /// A property cannot fail.
  public typealias Failure = Never

  /// The observed object.
  public let object: Root

  /// The observed key path.
  public let keyPath: KeyPath<Root, Value>

  /// When the value is observed.
  public let options: KeyPathObservingOptions

  /// Creates a publisher of a key path's value.
  ///
  /// - Parameters:
  ///   - object: The observed object.
  ///   - keyPath: The observed key path. It traps if it reads no `@Published` property of the object.
  ///   - options: When the value is observed.
  public init(object: Root, keyPath: KeyPath<Root, Value>, options: KeyPathObservingOptions) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    KeyPathSubscription(observing: object, keyPath, options: options, for: subscriber) { value, _, _ in value }.begin()
  }
}

extension KeyPathPublisher: Equatable {
  /// Whether both observe the same key path of the same object with the same options.
  public static func == (a: Self, b: Self) -> Bool {
    a.object === b.object && a.keyPath == b.keyPath && a.options == b.options
  }
}

/// A publisher of the changes of a key path's value.
public struct KeyPathChangePublisher<Root: KeyPathObservable, Value>: Publisher, ReleasingPublisher {
  /// A change.
  public typealias Output = KeyPathChange<Value>

  /// A property cannot fail.
  public typealias Failure = Never

  /// The observed object.
  public let object: Root

  /// The observed key path.
  public let keyPath: KeyPath<Root, Value>

  /// When the value is observed, and what a change contains.
  public let options: KeyPathObservingOptions

  /// Creates a publisher of changes.
  ///
  /// - Parameters:
  ///   - object: The observed object.
  ///   - keyPath: The observed key path. It traps if it reads no `@Published` property of the object.
  ///   - options: When the value is observed, and what a change contains.
  public init(object: Root, keyPath: KeyPath<Root, Value>, options: KeyPathObservingOptions) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let options = options
    let subscription = KeyPathSubscription(observing: object, keyPath, options: options, for: subscriber) {
      value, old, isPrior in
      isPrior
        ? KeyPathChange(oldValue: options.contains(.old) ? value : nil, newValue: nil, isPrior: true)
        : KeyPathChange(
          oldValue: options.contains(.old) ? old : nil, newValue: options.contains(.new) ? value : nil)
    }
    subscription.begin()
  }
}

extension KeyPathChangePublisher: Equatable {
  /// Whether both observe the same key path of the same object with the same options.
  public static func == (a: Self, b: Self) -> Bool {
    a.object === b.object && a.keyPath == b.keyPath && a.options == b.options
  }
}
