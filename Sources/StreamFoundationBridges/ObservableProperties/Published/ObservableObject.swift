public import StreamCore

/// An object that tells when it is about to change.
///
/// A class that conforms gets ``objectWillChange`` for nothing: it tells of each change of a property marked `@Published`,
/// before it happens, in the class itself and in its subclasses and superclasses.
///
///     final class Person: ObservableObject {
///       @Published var name = "Ada"
///     }
///
/// A class that declares `objectWillChange` itself sends what it likes, when it likes.
public protocol ObservableObject: KeyPathObservable {
  /// The type of the publisher that tells of changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// A publisher that delivers something before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// A publisher that delivers `Void` before a property marked `@Published` changes, or when it is told to.
  ///
  /// It is the same one each time, for as long as the object lives. The properties are found when it is first asked for:
  /// until then, an assignment costs nothing for it.
  public var objectWillChange: ObservableObjectPublisher {
    let fields = PublishedFields.of(type(of: self))
    return fields.isEmpty ? UnpublishedObjects.publisher(of: self) : fields.publisher(of: self)
  }
}
