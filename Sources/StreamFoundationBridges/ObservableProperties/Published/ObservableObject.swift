public import StreamCore

/// An object that publishes its changes before they happen.
///
/// A conforming class gets ``objectWillChange`` synthesised: it announces each change of a `@Published` property of the
/// class, its subclasses and its superclasses.
///
///     final class Person: ObservableObject {
///       @Published var name = "Ada"
///     }
///
/// A class that declares `objectWillChange` itself sends on it whenever it chooses.
public protocol ObservableObject: KeyPathObservable {
  /// The type of the publisher of changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that delivers something before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that delivers `Void` before a `@Published` property changes, or when `send()` is called.
  ///
  /// It is the same instance for the object's lifetime. The properties are looked up at the first access: until then,
  /// assignments cost nothing extra.
  public var objectWillChange: ObservableObjectPublisher {
    let fields = PublishedFields.of(type(of: self))
    return fields.isEmpty ? UnpublishedObjects.publisher(of: self) : fields.publisher(of: self)
  }
}
