public import StreamCore

/// The default of a parameter that callers always pass: `map()` compiles only where the context requires a
/// `MapKeyPath`, and traps. With the default, the compiler rules this form out as soon as it sees a trailing closure.
/// Without it, each `map` of a chain has two candidate forms, and a chain of a dozen is too complex for the
/// type-checker.
@usableFromInline
func noKeyPath<Root, Value>() -> KeyPath<Root, Value> {
  preconditionFailure("map needs a key path.")
}

extension Publisher {
  /// Republishes a property of each element.
  ///
  ///     upstream      --A--B--C--|
  ///     map(\.count)
  ///     downstream    --4--5--3--|
  ///     A = Oslo, B = Quito, C = Ulm
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: the property is read where upstream delivers, never under a lock.
  ///
  /// A key path literal, as in `map(\.count)`, converts to a closure, and the result is a `Map`, unless the context
  /// requires a `MapKeyPath`: this overload is disfavoured, because two of equal rank make a chain of a dozen
  /// properties too complex for the type-checker.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A publisher of the property's values.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Output, T> = noKeyPath()) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }

  /// Republishes two properties of each element, as a tuple.
  ///
  ///     upstream      --A--B--|
  ///     map(\.x, \.y)
  ///     downstream    --C--D--|
  ///     A = Place(1, 2, 3), B = Place(4, 5, 6), C = (1, 2), D = (4, 5)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: the properties are read where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath0: The first property.
  ///   - keyPath1: The second property.
  /// - Returns: A publisher of tuples of the properties' values.
  @inlinable
  public func map<T0, T1>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
  ) -> Publishers.MapKeyPath2<Self, T0, T1> {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }

  /// Republishes three properties of each element, as a tuple.
  ///
  ///     upstream      --A--B--|
  ///     map(\.x, \.y, \.z)
  ///     downstream    --C--D--|
  ///     A = Place(1, 2, 3), B = Place(4, 5, 6), C = (1, 2, 3), D = (4, 5, 6)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: the properties are read where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - keyPath0: The first property.
  ///   - keyPath1: The second property.
  ///   - keyPath2: The third property.
  /// - Returns: A publisher of tuples of the properties' values.
  @inlinable
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// A publisher of a property of each element.
  @frozen
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements have the property.
    public let upstream: Upstream

    /// The property.
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable
    init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        MappingInner("ValueForKey", to: subscriber) { [keyPath] in
          $0[keyPath: keyPath]
        })
    }
  }

  /// A publisher of two properties of each element.
  @frozen
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher, ReleasingPublisher {
    /// The values of both properties.
    public typealias Output = (Output0, Output1)
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements have the properties.
    public let upstream: Upstream

    /// The first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>

    /// The second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable
    init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        MappingInner("ValueForKeys", to: subscriber) { [keyPath0, keyPath1] in
          ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
        })
    }
  }

  /// A publisher of three properties of each element.
  @frozen
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher, ReleasingPublisher {
    /// The values of all three properties.
    public typealias Output = (Output0, Output1, Output2)
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements have the properties.
    public let upstream: Upstream

    /// The first property.
    public let keyPath0: KeyPath<Upstream.Output, Output0>

    /// The second property.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    /// The third property.
    public let keyPath2: KeyPath<Upstream.Output, Output2>

    @inlinable
    init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        MappingInner("ValueForKeys", to: subscriber) { [keyPath0, keyPath1, keyPath2] in
          ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2])
        })
    }
  }
}
