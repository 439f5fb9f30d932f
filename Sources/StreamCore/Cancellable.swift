/// Something that can be cancelled.
public protocol Cancellable {
  /// Ends the activity and releases what it holds. It may be called from any thread, and more than once.
  func cancel()
}

extension Cancellable {
  /// Wraps this cancellable so that it is cancelled on release, and adds it to a set.
  ///
  /// - Parameter set: The set that keeps it alive.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }

  /// Wraps this cancellable so that it is cancelled on release, and appends it to a collection.
  ///
  /// - Parameter collection: The collection that keeps it alive.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
}
