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

    static let broadcastEmit = running { count, sink in
      let subject = BroadcastSubject<Int, Never>(bufferSize: 16, whenFull: .suspend)
      var values = subject.values.makeAsyncIterator()
      async let sending: Void = {
        for element in 0..<count { try? await subject.emit(element) }
        subject.send(completion: .finished)
      }()
      while let value = await values.next() { sink(value) }
      await sending
    }

    static func asyncSequencePublisher(_ count: Int) -> Int {
      finishing(counting(to: count).publisher)
    }

    static func asyncSequenceOneByOne(_ count: Int) -> Int {
      finishing { yielding(to: count).publisher.sink(maxDemand: .max(1), receiveCompletion: $0, receiveValue: $1) }
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
      finishing { publisher.sink(receiveCompletion: $0, receiveValue: $1) }
    }

    /// Waits until the sink that a closure attaches has got the completion.
    private static func finishing(
      _ attach: (@escaping @Sendable (Subscribers.Completion<Never>) -> Void, @escaping @Sendable (Int) -> Void)
        -> AnyCancellable
    ) -> Int {
      let tally = Tally()
      let done = DispatchSemaphore(value: 0)
      let cancellable = attach({ _ in done.signal() }, tally.sink().receive)
      done.wait()
      return withExtendedLifetime(cancellable) { tally.sum }
    }
  }
#endif
