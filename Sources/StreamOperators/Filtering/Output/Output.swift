public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the element at one position, then finishes.
  ///
  ///     upstream      --1--2--3   --4--|
  ///     output(at: 2)
  ///     downstream    --------(3|)
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: right after the element, when upstream is cancelled; without one, when upstream finishes.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter index: The position of the element, counted from zero. A negative one traps.
  /// - Returns: A publisher of the element at `index`, if there is one.
  @inlinable
  public func output(at index: Int) -> Publishers.Output<Self> {
    // `.max` has no successor to end the half-open range with, and no stream reaches that position.
    let index = Swift.min(index, .max - 1)
    return Publishers.Output(upstream: self, range: index..<index + 1)
  }

  /// Republishes the elements whose positions are in a range, then finishes.
  ///
  ///     upstream      --1--2--3   --4--5--|
  ///     output(in: 1..<3)
  ///     downstream    -----2--(3|)
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more. An empty range
  ///   requests nothing.
  /// - **Completion**: right after the last of the elements, when upstream is cancelled; immediately if the
  ///   range is empty.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter range: The positions of the elements, counted from zero. A negative bound traps.
  /// - Returns: A publisher of the elements whose positions are in `range`.
  @inlinable
  public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
    Publishers.Output(upstream: self, range: range.relative(to: Positions()))
  }
}

extension Publishers {
  /// A publisher that republishes the elements of another whose positions are in a range.
  @frozen
  public struct Output<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are counted.
    public let upstream: Upstream

    /// The positions of the elements that are republished, counted from zero.
    public let range: CountableRange<Int>

    /// Creates a publisher that republishes the elements of another whose positions are in a range.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are counted.
    ///   - range: The positions of the elements that are republished, counted from zero. A negative bound traps.
    @inlinable
    public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "The position of an element cannot be negative: \(range) (rule 9).")
      self.upstream = upstream
      self.range = range
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      guard !range.isEmpty else { return upstream.subscribe(EmptyOutputInner(downstream: subscriber)) }
      let position = SerialState(0)
      upstream.subscribe(
        SelectingInner("Output", to: subscriber) { [range] _ throws(Failure) in
          position.value += 1
          guard position.value > range.lowerBound else { return .drop }
          return position.value < range.upperBound ? .pass : .passAndFinish
        })
    }
  }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publishers.Output: Sendable where Upstream: Sendable {}
