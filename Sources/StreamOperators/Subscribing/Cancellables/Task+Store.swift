public import StreamCore

extension Task {
  /// Keeps this task in a set of subscriptions: it is cancelled with them.
  ///
  ///     var cancellables: Set<AnyCancellable> = []
  ///     Task { for await price in prices.values { show(price) } }.store(in: &cancellables)
  ///
  /// A task that has ended stays in the set.
  ///
  /// - Parameter set: Its member cancels the task when it is cancelled or released.
  @_disfavoredOverload
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(cancel).store(in: &set)
  }

  /// Keeps this task in a collection of subscriptions: it is cancelled with them.
  ///
  /// - Parameter collection: Its member cancels the task when it is cancelled or released.
  @_disfavoredOverload
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    AnyCancellable(cancel).store(in: &collection)
  }

  /// Keeps this task in a bag: it is cancelled with what else is in there.
  ///
  /// - Parameter bag: It cancels the task when it is cancelled or released, or now if it has been.
  @_disfavoredOverload
  public func store(in bag: CancellableBag) {
    bag.insert(AnyCancellable(cancel))
  }
}
