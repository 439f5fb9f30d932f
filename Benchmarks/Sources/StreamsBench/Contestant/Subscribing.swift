import BenchModel
import CHeap

#if PEER
  import OpenCombine
#else
  import Streams
#endif

/// Pipelines of few values or none: what a subscription costs.
enum Subscribing {
  /// Subscribes so many, and then cancels all of them.
  static func subject(_ count: Int, _ number: Int) -> Int {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    for _ in 0..<(count / number) {
      let cancellables = (0..<number).map { _ in subject.sink(to: tally.sink()) }
      for cancellable in cancellables { cancellable.cancel() }
    }
    return tally.sum
  }

  /// The others are attached before the first run, and stay.
  static func subject(beside number: Int) -> Program {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let kept = Kept((subject, (0..<number).map { _ in subject.sink(to: tally.sink()) }))
    return { count in
      for _ in 0..<count { kept.content.0.sink(to: tally.sink()).cancel() }
      return tally.sum
    }
  }

  static func justMapFilter(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    for element in 0..<count { Pipelines.mapFilter(Just(element), work).sink(to: sink).cancel() }
    return tally.sum
  }

  static func futureKept(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    for element in 0..<count {
      let cancellable = Deferred { Future<Int, Never> { $0(.success(element)) } }.sink(to: sink)
      cancellable.cancel()
    }
    return tally.sum
  }

  static func futureAwaited(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    let kept = Place<Future<Int, Never>.Promise>()
    for element in 0..<count {
      let cancellable = Future<Int, Never> { kept.value = $0 }.sink(to: sink)
      kept.value?(.success(element))
      cancellable.cancel()
    }
    return tally.sum
  }

  static func subscribeCancel(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    for element in 0..<count {
      let cancellable = Pipelines.mapFilter((element..<element + 1).publisher, work).sink(to: sink)
      cancellable.cancel()
    }
    return tally.sum
  }

  /// - Returns: The number of bytes that `count` subscriptions occupy.
  static func subscriptionBytes(_ count: Int, _ work: Work<Int>) -> Int {
    let tally = Tally()
    let sink = tally.sink()
    let subject = PassthroughSubject<Int, Never>()
    var cancellables: [AnyCancellable] = []
    cancellables.reserveCapacity(count + 1)
    // The first subscription initialises shared state.
    cancellables.append(Pipelines.mapFilter(subject, work).sink(to: sink))
    let before = Int(live_heap_bytes())
    for _ in 0..<count {
      cancellables.append(Pipelines.mapFilter(subject, work).sink(to: sink))
    }
    return withExtendedLifetime(cancellables) { Int(live_heap_bytes()) - before }
  }
}
