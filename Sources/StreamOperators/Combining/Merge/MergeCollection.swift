public import StreamCore

extension Collection where Element: Publisher {
  /// Republishes the elements of all publishers of the collection, as they arrive.
  ///
  ///     a             -1----2---|
  ///     b             ---3----#
  ///     c             --5----6---7-|
  ///     [a, b, c].merge()
  ///     downstream    -153--26#
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when all have finished; at once for an empty collection.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Returns: A publisher of the elements of all. The publishers are subscribed to in the order of the collection.
  /// - Complexity: O(*n*) for the subscription and O(1) for each element, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func merge() -> Publishers.MergeMany<Element> {
    Publishers.MergeMany(self)
  }
}

extension Publisher {
  /// Republishes the elements of this publisher and of any number of others, as they arrive: for more publishers than
  /// Combine's forms take.
  ///
  ///     upstream      -1---2---|
  ///     other         ---7---8---9|
  ///     merge(with: other)
  ///     downstream    -1-7-2-8---9|
  ///
  /// - **Demand**: each publisher receives unlimited demand if downstream has requested it, and otherwise requests for
  ///   one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter others: The other publishers, in the order in which they are subscribed to.
  /// - Returns: A publisher of the elements of all.
  /// - Complexity: O(*n*) for the subscription and O(1) for each element, where *n* is the number of publishers.
  @_disfavoredOverload
  @inlinable
  public func merge(
    with others: any Publisher<Output, Failure>...
  ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>> {
    Publishers.MergeMany([eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
}
