import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Bad input to virtual time is refused at the call, with the reason")
struct VirtualTimeTrapTests {
  @Test("Time does not run backwards")
  func backwards() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TestScheduler().advance(by: -1)
    }
    #expect(said("Time does not run backwards: -1000000000 ns.", result))
  }

  @Test("A run is created before it is subscribed to, and that before it is cancelled")
  func configuration() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestScheduler.Configuration(created: 300)
    }
    #expect(said("A run is created, subscribed to and cancelled in this order", result))
  }

  @Test("Demand is not replenished before it is used up")
  func replenishment() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestableSubscriberOptions(demandReplenishmentDelay: -1)
    }
    #expect(said("Demand cannot be replenished before it is used up: -1000000000 ns.", result))
  }

  @Test("A tick is longer than nothing")
  func tick() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = marbles("-1", tick: 0) { $0 }
    }
    #expect(said("A tick must be longer than nothing.", result))
  }

  @Test("A literal that is no diagram says where, and why")
  func literal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = "--(ab" as Marbles
    }
    #expect(said("Column 3: the bracket is not closed.", result))
  }
}
