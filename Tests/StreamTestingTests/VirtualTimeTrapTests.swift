import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Bad input to virtual time traps at the call, with the reason")
struct VirtualTimeTrapTests {
  @Test("A scheduler cannot be moved to an earlier time")
  func backwards() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TestScheduler().advance(by: -1)
    }
    expect(said("Time does not run backwards: -1000000000 ns.", result))
  }

  @Test("A run must be created before it subscribes, and subscribe before it cancels")
  func configuration() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestScheduler.Configuration(created: 300)
    }
    expect(said("A run is created, subscribed to and cancelled in this order", result))
  }

  @Test("Demand cannot be renewed before it is used up")
  func replenishment() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestableSubscriberOptions(demandReplenishmentDelay: -1)
    }
    expect(said("Demand cannot be replenished before it is used up: -1000000000 ns.", result))
  }

  @Test("A tick must be longer than zero")
  func tick() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = marbles("-1", tick: 0) { $0 }
    }
    expect(said("A tick must be longer than nothing.", result))
  }

  @Test("A string literal that is not a diagram traps with the column and the reason")
  func literal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = "--(ab" as Marbles
    }
    expect(said("Column 3: the bracket is not closed.", result))
  }
}
