package import BenchModel
import Dispatch
import Foundation
import Synchronization

/// The lower bound of code that calls the same closures: hand-written loops.
package struct Floor: Contestant, GrowingContestant {
  package init() {}

  package func program(_ benchmark: Benchmark, _ work: Work<Int>) -> Program? {
    switch benchmark {
    case .sequenceMapFilter, .collapsedMapFilter, .erasedMapFilter, .passthroughMapFilter: mapFilter(work)
    case .sequenceTenMaps:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        let change = work.change
        for element in 0..<count {
          sink(change(change(change(change(change(change(change(change(change(change(element)))))))))))
        }
        return tally.sum
      }
    case .sequenceStateful:
      { count in
        var sum = 0
        var last: Int?
        var collected: [Int] = []
        for element in 0..<count {
          sum = work.add(sum, element)
          if last == sum { continue }
          last = sum
          if let narrowed = work.narrow(sum) { collected.append(narrowed) }
        }
        let tally = Tally()
        let sink = tally.sink().receive
        for element in collected { sink(element) }
        return tally.sum
      }
    case .sequenceSink, .currentValue, .flatMapJust, .flatMapSequence, .receiveOnSerialQueue, .bufferKeepFull,
      .switchToLatestSequences, .appendSequences, .appendTenSequences, .mergeTwoSubjects, .mergeFourSubjects,
      .concatMapSequence,
      .flatMapLatestSequence, .replaySubject, .groupBy, .windowOfTen:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        for element in 0..<count { sink(element) }
        return tally.sum
      }
    case .rateLimited, .rateLimitedQueue: bucket
    case .thousandSinks: sinks(1_000)
    case .shareTenSinks, .shareReplayTenSinks: sinks(10)
    case .pairwise:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        var previous: Int?
        for element in 0..<count {
          if let previous { sink(previous &+ element) }
          previous = element
        }
        return tally.sum
      }
    case .scanInto:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        var sum = 0
        for element in 0..<count {
          sum = work.add(sum, element)
          sink(sum)
        }
        return tally.sum
      }
    case .withLatestFrom:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        for element in 0..<count { sink(work.add(element, 1)) }
        return tally.sum
      }
    case .combineLatestTwoSubjects: joining(2, eachTime: true)
    case .zipTwoSubjects: joining(2, eachTime: false)
    case .combineLatestFourSubjects: joining(4, eachTime: true)
    case .combineLatestFiveSubjects: joining(5, eachTime: true)
    case .combineLatestEightSubjects: joining(8, eachTime: true)
    case .combineLatestNineSubjects: joining(9, eachTime: true)
    case .zipFourSubjects: joining(4, eachTime: false)
    case .zipFiveSubjects: joining(5, eachTime: false)
    case .zipEightSubjects: joining(8, eachTime: false)
    case .zipNineSubjects: joining(9, eachTime: false)
    case .combineLatestOfEight: latest(of: 8)
    case .combineLatestOfHundred: latest(of: 100)
    case .zipSequences:
      { count in
        let tally = Tally()
        let sink = tally.sink().receive
        for element in 0..<count { sink(work.add(element, element)) }
        return tally.sum
      }
    case .notification: notification
    case .receiveOnLatency: hop
    case .flatMapFourSubjects, .combineLatestThreeSubjects, .debounceSuperseded: nil
    case .subscribeCancel, .justMapFilter, .subscriptionBytes: nil
    case .subjectSubscribe, .subjectSubscribeMany, .subjectSubscribeBeside: nil
    case .plainSink, .mainActorSink, .valuesLoop, .forEachLoop, .asyncSequencePublisher,
      .asyncSequenceOneByOne, .asyncSequenceOneByOneElsewhere:
      nil
    case .asyncMapReady, .asyncMapFour, .broadcastEmit: nil
    case .publishedOneSink, .publishedNoSink, .futureKept, .futureAwaited: nil
    }
  }

  /// The notification centre's own observer.
  private var notification: Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      let center = NotificationCenter()
      let name = Notification.Name("streams-bench")
      let observer = center.addObserver(forName: name, object: nil, queue: nil) { sink($0.object == nil ? 1 : 2) }
      for _ in 0..<count { center.post(name: name, object: nil) }
      center.removeObserver(observer)
      return tally.sum
    }
  }

  /// One block on a queue for each value; the sender waits for it.
  private var hop: Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      let received = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "streams-bench")
      for element in 0..<count {
        queue.async {
          sink(element)
          received.signal()
        }
        received.wait()
      }
      return tally.sum
    }
  }

  /// Takes a token for each element, from a bucket that other threads might use, too.
  private var bucket: Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      let tokens = Mutex(count)
      for element in 0..<count {
        let isTaken = tokens.withLock { left in
          defer { left -= 1 }
          return left > 0
        }
        if isTaken { sink(element) }
      }
      return tally.sum
    }
  }

  func mapFilter(_ work: Work<Int>) -> Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      for element in 0..<count {
        let changed = work.change(element)
        if work.isKept(changed) { sink(changed) }
      }
      return tally.sum
    }
  }

  /// Makes an array of the latest elements for each new one, once there is one of each.
  private func latest(of number: Int) -> Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      var latest = [Int](repeating: 0, count: number)
      for element in 0..<count {
        latest[element % number] = element
        if element < number - 1 { continue }
        let delivered = opaque(Array(latest[...]))
        sink(delivered[0] &+ delivered[number - 1])
      }
      return tally.sum
    }
  }

  /// Keeps the latest elements in their places, and joins the first and the last once there is one of each: for each
  /// new element, or for each round of them.
  private func joining(_ number: Int, eachTime isEachTime: Bool) -> Program {
    { count in
      let tally = Tally()
      let sink = tally.sink().receive
      var latest = [Int](repeating: 0, count: number)
      for element in 0..<count {
        let place = element % number
        latest[place] = element
        if isEachTime ? element >= number - 1 : place == number - 1 { sink(latest[0] &+ latest[number - 1]) }
      }
      return tally.sum
    }
  }

  func sinks(_ number: Int) -> Program {
    let tally = Tally()
    let sinks = (0..<number).map { _ in tally.sink().receive }
    return { count in
      for element in 0..<(count / number) {
        for sink in sinks { sink(element) }
      }
      return tally.sum
    }
  }
}
