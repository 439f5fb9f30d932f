public import StreamCore
public import StreamParts

/// The publishers of a concatenation, which are subscribed to one after the other.
///
/// Type-erased concatenations are trees of pairs (``PublisherChain``). They are expanded in a loop, one pair at a
/// time, so that a long chain, built by appending in a loop, needs neither a deep stack nor a stage for each link.
// Sendable: `upcoming` is accessed only by the thread that runs the loop of `trampoline`, or that subscribes to the
// publisher which the loop has called: it does not go on before that publisher's end.
@usableFromInline
final class Concatenation<Downstream: Subscriber>: JoinedParts<ConcatenateInner<Downstream>>, @unchecked Sendable {
  @usableFromInline
  enum Part {
    /// A publisher whose type is known: the closure attaches a subscriber to it.
    case publisher((ConcatenateInner<Downstream>) -> Void)
    case chain(PublisherChain<Downstream.Input, Downstream.Failure>)
  }

  /// Stored in reverse: `popLast()` yields the next one. No outside code runs during an access. Checking that at run
  /// time would cost 300 more instructions for each subscription.
  @exclusivity(unchecked) @usableFromInline var upcoming: [Part]

  /// A publisher may finish before `subscribe` has returned: the next one is then subscribed to in a loop, not
  /// recursively.
  @usableFromInline let trampoline = Trampoline()

  @inlinable
  init(reversed parts: [Part]) {
    upcoming = parts
  }

  @inlinable
  override func replace(
    _ subscriber: ConcatenateInner<Downstream>, by first: (ConcatenateInner<Downstream>) -> Void,
    then second: @escaping (ConcatenateInner<Downstream>) -> Void
  ) -> Bool {
    let number = Int(truncatingIfNeeded: subscriber.place >> 32)
    guard subscriber.arbiter.replaceUpstream(epoch: subscriber.epoch, number: number) else { return false }
    upcoming.append(.publisher(second))
    var replacing = subscriber
    replacing.place += 1 << 32
    first(replacing)
    return true
  }

  /// Subscribes to the next publisher, or finishes downstream after the last.
  ///
  /// A publisher that finishes inside `subscribe` calls this method re-entrantly. The trampoline counts that call,
  /// drops its argument, and runs the loop again with the `subscriber` captured here; hence each run advances the
  /// epoch of that one.
  @inlinable
  func advance(_ subscriber: ConcatenateInner<Downstream>) {
    var subscriber = subscriber
    trampoline.run {
      if subscribeToNext(subscriber) {
        subscriber.goOn(to: subscriber.epoch + 1)
      } else if subscriber.arbiter.terminate() {
        subscriber.downstream.receive(completion: .finished)
      }
    }
  }

  /// - Returns: Whether there was a next publisher.
  @inlinable
  func subscribeToNext(_ subscriber: ConcatenateInner<Downstream>) -> Bool {
    while let part = upcoming.popLast() {
      switch part {
      case .publisher(let subscribe):
        subscribe(subscriber)
        return true
      case .chain(let chain):
        switch chain.content {
        case .link(let subscribe):
          subscribe(AnySubscriber(subscriber))
          return true
        case .pair(let first, let second):
          // Pushed in reverse: the first half is expanded before the second.
          upcoming += [.chain(second), .chain(first)]
        }
      }
    }
    return false
  }
}

extension Publisher {
  /// This publisher as a part of a concatenation.
  @inlinable
  func part<Downstream: Subscriber>() -> Concatenation<Downstream>.Part
  where Downstream.Input == Output, Downstream.Failure == Failure {
    if let partsOfErased { return .chain(partsOfErased) }
    return .publisher { self.subscribe($0) }
  }

  /// The parts of a concatenation whose type is erased.
  @inlinable var partsOfErased: PublisherChain<Output, Failure>? { (self as? AnyPublisher<Output, Failure>)?.chain }
}

extension Subscriber {
  /// Subscribes this subscriber to one publisher after the other, of which the last comes first in `parts`.
  @inlinable
  func subscribe(reversed parts: [Concatenation<Self>.Part]) {
    let concatenation = Concatenation(reversed: parts)
    concatenation.advance(
      ConcatenateInner(downstream: self, arbiter: SubscriptionArbiter("Concatenate"), concatenation: concatenation))
  }
}

/// Passes on the signals of the current publisher, except its finish: that subscribes to the next one.
@usableFromInline
struct ConcatenateInner<Downstream: Subscriber>: ArbitratedInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter: SubscriptionArbiter
  @usableFromInline let concatenation: Concatenation<Downstream>

  /// The epoch in the lower 32 bits, and above it the number of concatenations in this epoch that their first publisher
  /// has replaced. With one more field, functions that look up types would copy this structure.
  @usableFromInline var place: UInt64 = 0

  @inlinable
  init(downstream: Downstream, arbiter: SubscriptionArbiter, concatenation: Concatenation<Downstream>) {
    self.downstream = downstream
    self.arbiter = arbiter
    self.concatenation = concatenation
  }

  @inlinable var epoch: Int { Int(truncatingIfNeeded: place & 0xffff_ffff) }

  @inlinable
  mutating func goOn(to epoch: Int) {
    place = UInt64(truncatingIfNeeded: epoch)
  }

  /// The concatenation that a nested concatenation joins when this subscriber is attached to it.
  @inlinable var _sink: AnyObject? { concatenation }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let nextEpoch = arbiter.endEpoch(epoch) else { return FailureHook.report(late: completion, at: arbiter) }
    switch completion {
    case .finished:
      var next = self
      next.goOn(to: nextEpoch)
      concatenation.advance(next)
    case .failure: arbiter.end(downstream, with: completion)
    }
  }
}
