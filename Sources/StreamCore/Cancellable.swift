/// An activity that can be cancelled.
public protocol Cancellable {
  /// Ends the activity and releases its resources. It may be called from any thread, and more than once.
  func cancel()
}

extension Cancellable {
  /// Wraps this cancellable in an ``AnyCancellable``, and adds it to a set.
  ///
  /// - Parameter set: The set that retains it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }

  /// Wraps this cancellable in an ``AnyCancellable``, and appends it to a collection.
  ///
  /// - Parameter collection: The collection that retains it.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
}
