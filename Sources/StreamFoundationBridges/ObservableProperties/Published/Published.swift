public import StreamCore

/// A property wrapper that makes a publisher of a property of a class.
///
///     name = …      a--b-----c--
///     $name         a--b-----c--
///
/// The publisher is reached by the property's name after a dollar sign. It delivers the present value first, and each
/// later one *before* the property takes it on, so that a subscriber which reads the property sees the value to be
/// replaced.
///
///     final class Person: ObservableObject {
///       @Published var name = "Ada"
///     }
///     let person = Person()
///     let subscription = person.$name.sink { print($0) }  // Ada
///     person.name = "Grace"  // Grace
///
/// A value assigned inside a subscriber, or by another thread while subscribers are told of one, is read back at once, and
/// delivered to all subscribers after the one that is being delivered. The value assigned last is the one that stays.
///
/// The wrapper is for properties of classes: on a property of a structure the program does not compile.
@propertyWrapper
@frozen
public struct Published<Value> {
  @usableFromInline let cell: PropertyCell<Value>

  /// Makes a property that begins with a value.
  ///
  /// - Parameter wrappedValue: The value to begin with.
  @inlinable
  public init(wrappedValue: Value) {
    cell = PropertyCell(wrappedValue)
  }

  /// Makes a property that begins with a value.
  ///
  /// - Parameter initialValue: The value to begin with.
  @inlinable
  public init(initialValue: Value) {
    cell = PropertyCell(initialValue)
  }

  /// The property's publisher.
  ///
  /// It can be set so that `assign(to: &$name)` may take it. To set it to the publisher of another property changes
  /// nothing: the two stay apart, each with its own value and subscribers. A property that is to follow another is
  /// assigned to: `other.$name.assign(to: &$name)`.
  @inlinable public var projectedValue: Publisher {
    get { Publisher(cell) }
    set {}
  }

  /// Not to be used: the property's value needs the object that has it.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("@Published is only available on properties of classes") }
    set { fatalError("@Published is only available on properties of classes") }
  }

  /// The property's value, as an object reads and sets it.
  ///
  /// - Parameters:
  ///   - object: The object that has the property.
  ///   - wrappedKeyPath: The property.
  ///   - storageKeyPath: The wrapper.
  @inlinable
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    // Inlined, so that the optimiser sees which property the key path leads to, and needs none.
    @inline(__always) get {
      let cell = object[keyPath: storageKeyPath].cell
      if cell.probe.isSet { cell.probe.note(cell) }
      return cell.values.stored
    }
    @inline(__always) set {
      // The wrapper itself is only read: it is not being accessed while subscribers are told, who may come back here.
      object[keyPath: storageKeyPath].cell.set(newValue)
    }
  }
}

// What crosses threads is the value, under the cell's lock.
extension Published: Sendable where Value: Sendable {}

extension Published {
  /// The publisher of a property that is marked `@Published`.
  ///
  ///     name = …      a--b-----c--
  ///     downstream    a--b-----c--
  ///
  /// - **Demand**: a subscriber that has asked for no value when one is assigned gets the newest once it asks.
  /// - **Completion**: never, not even when the object goes.
  /// - **Failure**: cannot be.
  /// - **Threads**: values are delivered where the property is set, one at a time, never under a lock.
  @frozen
  public struct Publisher: StreamCore.Publisher, ReleasingPublisher {
    /// The property's type.
    public typealias Output = Value

    /// A property does not fail.
    public typealias Failure = Never

    @usableFromInline let cell: PropertyCell<Value>

    @inlinable
    init(_ cell: PropertyCell<Value>) {
      self.cell = cell
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      cell.values.subscribe(subscriber)
    }
  }
}

// What crosses threads is the value, under the cell's lock.
extension Published.Publisher: Sendable where Value: Sendable {}
