public import StreamCore

extension Publishers {
  /// Delivers the arguments.
  ///
  ///     Publishers.of(1, 2, 3)
  ///     demand        1--2
  ///     downstream    1--(23|)
  ///
  /// - **Demand**: elements are delivered as requested.
  /// - **Completion**: right after the last element; without elements, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  ///
  /// - Parameter elements: The elements: any number.
  /// - Returns: A publisher of the elements.
  @_disfavoredOverload
  @inlinable
  public static func of<T>(_ elements: T...) -> Publishers.Sequence<[T], Never> {
    Publishers.Sequence(sequence: elements)
  }

  /// Delivers successive integers.
  ///
  ///     Publishers.range(5, count: 3)
  ///     demand        2   --1
  ///     downstream    (56)--(7|)
  ///
  /// - **Demand**: integers are delivered as requested.
  /// - **Completion**: right after the last integer; without any, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  ///
  /// - Parameters:
  ///   - start: The first integer.
  ///   - count: The number of integers: zero or more. A negative number traps, and so does one for which
  ///     `start + count` exceeds `Int.max`.
  /// - Returns: A publisher of the integers.
  @_disfavoredOverload
  @inlinable
  public static func range(_ start: Int, count: Int) -> Publishers.Sequence<Range<Int>, Never> {
    precondition(count >= 0, "The number of integers is zero or more: \(count)")
    let (end, exceeds) = start.addingReportingOverflow(count)
    precondition(!exceeds, "The range of \(count) from \(start) exceeds Int.max.")
    return Publishers.Sequence(sequence: start..<end)
  }

  /// Delivers an element repeatedly.
  ///
  ///     Publishers.repeating(7, count: 3)
  ///     demand        2   --1
  ///     downstream    (77)--(7|)
  ///
  /// Without a count it repeats until it is cancelled: a subscriber with unlimited demand that does not cancel inside a
  /// delivery blocks the subscribing thread forever.
  ///
  /// - **Demand**: the element is delivered as often as requested.
  /// - **Completion**: right after the last time; with a count of zero, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - count: How often it is delivered: zero or more. A negative number traps.
  /// - Returns: A publisher of the element.
  @_disfavoredOverload
  @inlinable
  public static func repeating<T>(_ element: T, count: Int = .max) -> Publishers.Sequence<Repeated<T>, Never> {
    precondition(count >= 0, "An element is repeated zero times or more: \(count)")
    return Publishers.Sequence(sequence: repeatElement(element, count: count))
  }
}
