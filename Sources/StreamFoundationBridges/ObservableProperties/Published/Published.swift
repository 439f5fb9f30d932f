public import StreamCore

/// A property wrapper that adds a publisher to a property of a class.
///
///     person.name = …  ---b-----c--
///     person.$name     a--b-----c-!
///
/// The property's name with a leading dollar sign is the publisher. It delivers the current value first, and each later
/// one *before* the property stores it, so a subscriber that reads the property sees the former value.
///
///     final class Person: ObservableObject {
///       @Published var name = "Ada"
///     }
///     let person = Person()
///     let subscription = person.$name.sink { print($0) }  // Ada
///     person.name = "Grace"  // Grace
///
/// A value assigned re-entrantly by a subscriber, or by another thread during a delivery, is stored immediately, and
/// delivered to all subscribers after the current one. The value assigned last stays.
///
/// The wrapper is for properties of classes: it does not compile in a structure.
@propertyWrapper
@frozen
public struct Published<Value> {
  @usableFromInline let cell: PropertyCell<Value>

  /// Creates a property with an initial value.
  ///
  /// - Parameter wrappedValue: The initial value.
  @inlinable
  public init(wrappedValue: Value) {
    cell = PropertyCell(wrappedValue)
  }

  /// Creates a property with an initial value.
  ///
  /// - Parameter initialValue: The initial value.
  @inlinable
  public init(initialValue: Value) {
    cell = PropertyCell(initialValue)
  }

  /// The property's publisher.
  ///
  /// It is settable only so that `assign(to: &$name)` can take it. Setting it to the publisher of another property has
  /// no effect. To make a property follow another, use `other.$name.assign(to: &$name)`.
  @inlinable public var projectedValue: Publisher {
    get { Publisher(cell) }
    set {}
  }

  /// Unavailable: the property's value needs the enclosing object.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// The property's value in its enclosing object.
  ///
  /// - Parameters:
  ///   - object: The enclosing object.
  ///   - wrappedKeyPath: The property.
  ///   - storageKeyPath: The wrapper.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    // Inlined, so that the optimiser resolves the key path at compile time.
    @inline(__always) get {
      let cell = object[keyPath: storageKeyPath].cell
      if cell.probe.isSet { cell.probe.note(cell) }
      return cell.values.stored
    }
    @inline(__always) set {
      // The wrapper itself is only read: it has no exclusive access during the notification, so subscribers may come
      // back here.
      object[keyPath: storageKeyPath].cell.set(newValue)
    }
  }
}

// Only the value crosses threads, under the cell's lock.
extension Published: Sendable where Value: Sendable {}

extension Published {
  /// The publisher of a `@Published` property.
  ///
  ///     person.name = …  ---b-----c--
  ///     person.$name     a--b-----c-!
  ///
  /// - **Demand**: without demand, the newest value is kept for the next request.
  /// - **Completion**: never, not even when the object is released.
  /// - **Failure**: cannot fail.
  /// - **Threads**: values are delivered where the property is set, one at a time, never under a lock.
  /// - Complexity: Setting the property takes O(*n*), where *n* is the number of subscribers; subscribing and
  ///   cancelling take O(1), amortised.
  @frozen
  public struct Publisher: StreamCore.Publisher, ReleasingPublisher {
    /// The property's type.
    public typealias Output = Value

    /// A property cannot fail.
    public typealias Failure = Never

    @usableFromInline let cell: PropertyCell<Value>

    @inlinable
    init(_ cell: PropertyCell<Value>) {
      self.cell = cell
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      cell.values.subscribe(subscriber)
    }
  }
}

// Only the value crosses threads, under the cell's lock.
extension Published.Publisher: Sendable where Value: Sendable {}
