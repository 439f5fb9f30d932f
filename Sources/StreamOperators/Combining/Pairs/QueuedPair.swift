public import StreamCore
public import StreamParts

/// The elements at one position of two publishers; `nil` where one has finished before.
@usableFromInline
struct QueuedPair<A, B> {
  @usableFromInline let a: A?
  @usableFromInline let b: B?

  @inlinable
  init(_ a: A?, _ b: B?) {
    (self.a, self.b) = (a, b)
  }

  /// Both elements, of publishers neither of which has finished before.
  @inlinable var whole: (A, B) {
    guard let a, let b else { preconditionFailure("A pair has lost an element.") }
    return (a, b)
  }

  /// Subscribes to both publishers, in order, and delivers pairs to `downstream`.
  ///
  /// - Parameters:
  ///   - first: The publisher of the first elements.
  ///   - second: The publisher of the second elements.
  ///   - isPadded: Whether elements of one are delivered alone when the other has finished.
  ///   - choosesSecond: Where `downstream` says which of both it has taken; `nil` if it takes both.
  ///   - bufferSize: The maximum number of elements of each that are queued.
  ///   - whenFull: What happens to an element when the queue is full.
  ///   - name: The name of the operator.
  ///   - site: Where it was written, for the report of a drop.
  ///   - downstream: The receiver of the pairs.
  @inlinable @inline(__always)
  static func deliver<First: Publisher, Second: Publisher, Downstream: Subscriber>(
    of first: First, _ second: Second, isPadded: Bool, choosing choosesSecond: SerialState<Bool>? = nil,
    bufferSize: Int,
    _ whenFull: StreamOverflowPolicy<First.Failure>, as name: StageName, site: StreamSite, to downstream: Downstream
  )
  where
    First.Output == A, Second.Output == B, First.Failure == Second.Failure, Downstream.Input == Self,
    Downstream.Failure == First.Failure
  {
    let policy = QueuedPairsPolicy<A, B, First.Failure>(
      isPadded: isPadded, bound: bufferSize, whenFull: WhenFull(whenFull), choosesSecond: choosesSecond)
    let delivery = SerialDelivery<QueuedPairsPolicy<A, B, First.Failure>, Downstream>("\(name)", policy, to: downstream)
    let queues = PairQueues(delivery: delivery, full: FullQueue(name, whenFull, site: site))
    delivery.begin()
    delivery.subscribe(FirstOfPairInner(queues: queues), to: first)
    delivery.subscribe(SecondOfPairInner(queues: queues), to: second)
  }

  /// Traps unless a queue has room for one element, which waits for its partner.
  @usableFromInline
  static func check(bufferSize: Int) {
    precondition(bufferSize > 0, "An element cannot wait for its partner in a queue of \(bufferSize)")
  }
}
