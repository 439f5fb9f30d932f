#if !PEER
  import BenchModel
  import Dispatch
  import Streams

  /// Pipelines that meet Swift's concurrency, which the peer lacks.
  enum Loops {
    @MainActor
    static func mainActorSink(_ count: Int) -> Int {
      let tally = Tally()
      let take = tally.sink().receive
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.sink { take($0) }
      for element in 0..<count { subject.send(element) }
      return withExtendedLifetime(cancellable) { tally.sum }
    }

    static let values = running { count, sink in
      for await value in (0..<count).publisher.values { sink(value) }
    }

    static let forEach = running { count, sink in
      await (0..<count).publisher.forEach { sink($0) }
    }

    static func asyncSequencePublisher(_ count: Int) -> Int {
      finishing(counting(to: count).publisher)
    }

    static func asyncSequenceOneByOne(_ count: Int) -> Int {
      let tally = Tally()
      let take = tally.sink().receive
      let done = DispatchSemaphore(value: 0)
      let sink = OneByOne(take) { done.signal() }
      yielding(to: count).publisher.subscribe(sink)
      done.wait()
      return tally.sum
    }

    static let asyncSequenceOneByOneElsewhere = running { count, sink in
      for await value in yielding(to: count).publisher.values { sink(value) }
    }

    static func asyncMapReady(_ count: Int, _ work: Work<Int>) -> Int {
      finishing((0..<count).publisher.asyncMap { work.change($0) })
    }

    static func asyncMapFour(_ count: Int, _ work: Work<Int>) -> Int {
      finishing(
        (0..<count).publisher.asyncMap(maxConcurrent: 4) { element in
          await Task.yield()
          return work.change(element)
        })
    }

    /// Waits until a publisher that delivers from tasks has finished.
    private static func finishing(_ publisher: some Publisher<Int, Never>) -> Int {
      let tally = Tally()
      let done = DispatchSemaphore(value: 0)
      let end: @Sendable (Subscribers.Completion<Never>) -> Void = { _ in done.signal() }
      let cancellable = publisher.sink(receiveCompletion: end, receiveValue: tally.sink().receive)
      done.wait()
      return withExtendedLifetime(cancellable) { tally.sum }
    }
  }

  /// Asks for one value, and for one more with each.
  private final class OneByOne: Subscriber, Sendable {
    private let take: @Sendable (Int) -> Void
    private let end: @Sendable () -> Void

    init(_ take: @escaping @Sendable (Int) -> Void, end: @escaping @Sendable () -> Void) {
      (self.take, self.end) = (take, end)
    }

    func receive(subscription: any Subscription) { subscription.request(.max(1)) }

    func receive(_ input: Int) -> Subscribers.Demand {
      take(input)
      return .max(1)
    }

    func receive(completion: Subscribers.Completion<Never>) { end() }
  }
#endif
