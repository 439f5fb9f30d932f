import AsyncAlgorithms
import StreamCombining
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamTesting
import Testing
import WeatherStation

@Suite("A publisher as an asynchronous sequence", .timeLimit(.minutes(5)))
struct PublisherAsSequenceTests {
  /// A publisher that answers each request for a value with the next number, and one for all with all of them.
  private func counting(upTo last: Int) -> ScriptedPublisher<Int, Never> {
    let upstream = ScriptedPublisher<Int, Never>()
    let sent = Counter()
    upstream.onRequest = { [unowned upstream] demand in
      for _ in 0..<min(demand.max ?? last, last - sent.value) {
        sent.increment()
        upstream.send(sent.value)
      }
    }
    return upstream
  }

  @Test(
    "A loop gets every value once, in order, whether it is quick or slow", arguments: Route.allCases, [true, false])
  func everyValue(route: Route, isSlow: Bool) async {
    var received: [Int] = []
    // The last pair has the last value second.
    for await value in route.sequence(of: (1...(route == .adjacentPairs ? 101 : 100)).publisher) {
      received.append(value)
      if isSlow { await letOthersRun() }
    }
    #expect(received == Array(1...100))
  }

  @Test("Nothing that an eager subject sends is lost by a slow loop that buffers")
  func eagerSubject() async {
    let subject = PassthroughSubject<Int, Never>()
    let numbers = subject.values(buffering: .unbounded)
    // The subscription comes with the iterator.
    var pairs = numbers.adjacentPairs().makeAsyncIterator()
    for value in 1...100 { subject.send(value) }
    subject.send(completion: .finished)
    var received: [Int] = []
    while let pair = await pairs.next() {
      received.append(pair.1)
      await letOthersRun()
    }
    #expect(received == Array(2...100))
    #expect(numbers.droppedCount == 0)
  }

  @Test(
    "One value is requested each time the loop asks, through an algorithm too",
    arguments: Route.allCases.filter { $0.requestsBeforeFirst != nil })
  func backPressure(route: Route) async {
    let upstream = counting(upTo: 100)
    var taken = 0
    for await value in route.sequence(of: upstream) {
      taken += 1
      #expect(value == taken)
      await letOthersRun()
      #expect(upstream.demand == .max(taken + (route.requestsBeforeFirst ?? 0)))
      #expect(upstream.requests.allSatisfy { $0 == .demand(.max(1)) })
      if taken == 20 { break }
    }
  }

  @Test("A cancel of the loop's task cancels the publisher, and ends the loop", arguments: Route.allCases)
  func cancel(route: Route) async {
    let upstream = counting(upTo: 3)
    let values = route.sequence(of: upstream)
    let last = route == .adjacentPairs ? 2 : 3
    let hasLast = Event()
    let loop = Task {
      var received: [Int] = []
      for await value in values {
        received.append(value)
        if value == last { hasLast.happen() }
      }
      return received
    }
    await hasLast.wait()
    loop.cancel()
    #expect(await loop.value == Array(1...last))
    await until { upstream.isCancelled }
    #expect(upstream.cancelCount == 1)
  }

  @Test("A loop that is left cancels the publisher", arguments: Route.allCases)
  func leave(route: Route) async {
    // The task of a buffer outlives an iterator that is not cancelled.
    guard route != .buffer else { return }
    let upstream = counting(upTo: 100)
    var received: [Int] = []
    for await value in route.sequence(of: upstream) {
      received.append(value)
      if value == 3 { break }
    }
    #expect(received == [1, 2, 3])
    await until { upstream.isCancelled }
    #expect(upstream.cancelCount == 1)
  }

  @Test("A failure comes after the values, with its type and value", arguments: Route.allCases)
  func failure(route: Route) async {
    let faulty = (1...3).publisher.setFailureType(to: SensorFault.self)
      .append(Fail(error: .unreadable(line: "four")))
    var received: [Int] = []
    do throws(SensorFault) {
      for try await value in route.sequence(of: faulty) { received.append(value) }
      Issue.record("It did not throw.")
    } catch {
      #expect(error == .unreadable(line: "four"))
    }
    #expect(received == (route == .adjacentPairs ? [1, 2] : [1, 2, 3]))
  }

  @Test("A publisher and a sequence of another failure are merged, in either order, once both throw any error")
  func differentFailures() async {
    let station = [1, 2].publisher
    var logbook: AsyncThrowingStream<Int, any Error> {
      AsyncThrowingStream { $0.finish(throwing: SensorFault.offline) }
    }
    let readings = merge(station.setFailureType(to: (any Error).self).values, logbook)
    let readingsOfOtherOrder = merge(logbook, station.setFailureType(to: (any Error).self).values)
    let failure = await #expect(throws: SensorFault.self) { for try await _ in readings {} }
    let otherFailure = await #expect(throws: SensorFault.self) { for try await _ in readingsOfOtherOrder {} }
    #expect([failure, otherFailure] == [.offline, .offline])
  }
}
