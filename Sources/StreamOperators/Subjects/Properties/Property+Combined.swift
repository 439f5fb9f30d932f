public import StreamCore
internal import StreamParts

extension Property {
  /// Combines the values of this property and another.
  ///
  ///     a             1-----2---
  ///     b             7--8-----9
  ///     a.combined(with: b)
  ///     downstream    A--B--C--D
  ///     A = (1, 7), B = (1, 8), C = (2, 8), D = (2, 9)
  ///
  /// If two of the properties derive from one source, a change of that source is delivered as two changes, as with
  /// `combineLatest`: the first still contains the old value of the second property. Reading ``value`` always reads the
  /// current values of all properties.
  ///
  /// - **Demand**: passed to all properties. Of the tuples beyond the demand, only the newest waits, and is delivered
  ///   on request.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: none.
  /// - **Threads**: a tuple is delivered where a value changes, where downstream requests it, or by a thread that is
  ///   delivering an earlier one; deliveries never overlap.
  ///
  /// - Parameter a: The property of the second value.
  /// - Returns: A property of pairs.
  @inlinable
  public func combined<A>(with a: Property<A>) -> Property<(Value, A)> {
    Property<(Value, A)>(
      read: { [read] in (read(), a.value) },
      attach: { subscriber in
        CombinedValues<Value, A>.deliver(
          of: self, a, to: MappingInner("Property.combined", to: subscriber) { $0.values })
      })
  }

  /// Combines the values of this property and two others.
  ///
  ///     a             1-----2--
  ///     b             7--8-----
  ///     c             0-------9
  ///     a.combined(with: b, c)
  ///     downstream    A--B--C-D
  ///     A = (1, 7, 0), B = (1, 8, 0), C = (2, 8, 0), D = (2, 8, 9)
  ///
  /// If two of the properties derive from one source, a change of that source is delivered as two changes, as with
  /// `combineLatest`: the first still contains the old value of the second property. Reading ``value`` always reads the
  /// current values of all properties.
  ///
  /// - **Demand**: passed to all properties. Of the tuples beyond the demand, only the newest waits, and is delivered
  ///   on request.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: none.
  /// - **Threads**: a tuple is delivered where a value changes, where downstream requests it, or by a thread that is
  ///   delivering an earlier one; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - a: The property of the second value.
  ///   - b: The property of the third value.
  /// - Returns: A property of tuples.
  @inlinable
  public func combined<A, B>(with a: Property<A>, _ b: Property<B>) -> Property<(Value, A, B)> {
    Property<(Value, A, B)>(
      read: { [read] in (read(), a.value, b.value) },
      attach: { subscriber in
        CombinedValues<Value, A, B>.deliver(
          of: self, a, b, to: MappingInner("Property.combined", to: subscriber) { $0.values })
      })
  }

  /// Combines the values of this property and three or more others.
  ///
  ///     a             1-----2--
  ///     b             7--8-----
  ///     c             0--------
  ///     d             0-------9
  ///     a.combined(with: b, c, d)
  ///     downstream    A--B--C-D
  ///     A = (1, 7, 0, 0), B = (1, 8, 0, 0), C = (2, 8, 0, 0), D = (2, 8, 0, 9)
  ///
  /// If two of the properties derive from one source, a change of that source is delivered as two changes, as with
  /// `combineLatest`: the first still contains the old value of the second property. Reading ``value`` always reads the
  /// current values of all properties.
  ///
  /// - **Demand**: passed to all properties. Of the tuples beyond the demand, only the newest waits, and is delivered
  ///   on request.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: none.
  /// - **Threads**: a tuple is delivered where a value changes, where downstream requests it, or by a thread that is
  ///   delivering an earlier one; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - a: The property of the second value.
  ///   - b: The property of the third value.
  ///   - c: The property of the fourth value.
  ///   - others: The properties of further values.
  /// - Returns: A property of tuples.
  @inlinable
  public func combined<A, B, C, each T>(
    with a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ others: repeat Property<each T>
  ) -> Property<(Value, A, B, C, repeat each T)> {
    Property<(Value, A, B, C, repeat each T)>(
      read: { [read] in (read(), a.value, b.value, c.value, repeat (each others).value) },
      attach: { subscriber in
        CombinedValues<Value, A, B, C, repeat each T>.deliver(
          of: self, a, b, c, repeat each others,
          to: MappingInner("Property.combined", to: subscriber) { $0.values })
      })
  }
}

/// A value of each of several properties: what a pack of them delivers, before it becomes a tuple.
@usableFromInline
struct CombinedValues<Value, each T> {
  @usableFromInline let values: (Value, repeat each T)

  @inlinable
  init(_ first: Value, _ others: repeat each T) {
    values = (first, repeat each others)
  }

  /// Subscribes to all properties, and delivers to `downstream`.
  @inlinable
  static func deliver<Downstream: Subscriber>(
    of first: Property<Value>, _ others: repeat Property<each T>, to downstream: Downstream
  ) where Downstream.Input == Self, Downstream.Failure == Never {
    let delivery = SidesDelivery<Downstream>("Property.combined", SidesPolicy(.latest), to: downstream)
    let pack = PackSides(of: delivery, .latest)
    var sides: [any SideElements] = []
    let firstSide = PackSide<Value, Never>(addedTo: &sides, of: pack)
    let otherSides = (repeat PackSide<each T, Never>(addedTo: &sides, of: pack))
    delivery.begin(sides) { Self(firstSide.element(), repeat (each otherSides).element()) }
    delivery.subscribe(firstSide, to: first)
    repeat delivery.subscribe(each otherSides, to: each others)
  }
}
