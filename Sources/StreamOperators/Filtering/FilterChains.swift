public import StreamCore

// Two filters in a row are one, where the context asks for its type.

extension Publishers.Filter {
  /// Republishes those of the elements that satisfy a second predicate too.
  ///
  ///     upstream      --1--2--3--4--6--|
  ///     filter { $0.isMultiple(of: 2) }.filter { $0 > 2 }
  ///     downstream    -----------4--6--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: the predicates run where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to be republished; it is asked after the first predicate.
  /// - Returns: A publisher of the elements that satisfy both predicates.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.Filter(upstream: upstream) { earlier($0) && isIncluded($0) }
  }

  /// Republishes those of the elements that satisfy a second predicate that may throw too.
  ///
  ///     upstream      --1--2--3--4--6--|
  ///     filter { $0.isMultiple(of: 2) }.tryFilter { $0 > 2 }
  ///     downstream    -----------4--6--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either predicate cancels upstream and becomes the failure.
  /// - **Threads**: the predicates run where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to be republished, or throws; it is asked after the first
  ///   predicate.
  /// - Returns: A publisher of the elements that satisfy both predicates.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  /// Republishes those of the elements that satisfy a second predicate too.
  ///
  ///     upstream      --1--2--3--4--6--|
  ///     tryFilter { $0.isMultiple(of: 2) }.filter { $0 > 2 }
  ///     downstream    -----------4--6--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either predicate cancels upstream and becomes the failure.
  /// - **Threads**: the predicates run where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to be republished; it is asked after the first predicate.
  /// - Returns: A publisher of the elements that satisfy both predicates.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }

  /// Republishes those of the elements that satisfy a second predicate that may throw too.
  ///
  ///     upstream      --1--2--3--4--6--|
  ///     tryFilter { $0.isMultiple(of: 2) }.tryFilter { $0 > 2 }
  ///     downstream    -----------4--6--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown by either predicate cancels upstream and becomes the failure.
  /// - **Threads**: the predicates run where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to be republished, or throws; it is asked after the first
  ///   predicate.
  /// - Returns: A publisher of the elements that satisfy both predicates.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let earlier = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try earlier($0) && isIncluded($0) }
  }
}
