public import StreamCore

/// The publisher of what a key path leads to.
public struct KeyPathPublisher<Root: KeyPathObservable, Value>: Publisher, ReleasingPublisher {
  /// What the key path leads to.
  public typealias Output = Value

  /// A property does not fail.
  public typealias Failure = Never

  /// The object that is observed.
  public let object: Root

  /// Where to look.
  public let keyPath: KeyPath<Root, Value>

  /// When to look.
  public let options: KeyPathObservingOptions

  /// Makes a publisher of what a key path leads to.
  ///
  /// - Parameters:
  ///   - object: The object that is observed.
  ///   - keyPath: Where to look. It is a programmer's error if it reads no property marked `@Published` of the object.
  ///   - options: When to look.
  public init(object: Root, keyPath: KeyPath<Root, Value>, options: KeyPathObservingOptions) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    KeyPathSubscription(observing: object, keyPath, options: options, for: subscriber) { value, _, _ in value }.begin()
  }
}

// Two publishers are equal if they look at the same place at the same times.
extension KeyPathPublisher: Equatable {
  /// Whether both look at the same property of the same object.
  public static func == (a: Self, b: Self) -> Bool {
    a.object === b.object && a.keyPath == b.keyPath && a.options == b.options
  }
}

/// The publisher of the changes of what a key path leads to.
public struct KeyPathChangePublisher<Root: KeyPathObservable, Value>: Publisher, ReleasingPublisher {
  /// A change.
  public typealias Output = KeyPathChange<Value>

  /// A property does not fail.
  public typealias Failure = Never

  /// The object that is observed.
  public let object: Root

  /// Where to look.
  public let keyPath: KeyPath<Root, Value>

  /// When to look, and what a change is to hold.
  public let options: KeyPathObservingOptions

  /// Makes a publisher of changes.
  ///
  /// - Parameters:
  ///   - object: The object that is observed.
  ///   - keyPath: Where to look. It is a programmer's error if it reads no property marked `@Published` of the object.
  ///   - options: When to look, and what a change is to hold.
  public init(object: Root, keyPath: KeyPath<Root, Value>, options: KeyPathObservingOptions) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
  }

  /// Attaches `subscriber`.
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
  /// Whether both look at the same property of the same object.
  public static func == (a: Self, b: Self) -> Bool {
    a.object === b.object && a.keyPath == b.keyPath && a.options == b.options
  }
}
