import StreamCore
import StreamSharing
import StreamTesting

extension Family {
  @ScenarioList static var sharingPace: [Scenario] {
    Scenario(
      "buffer(size:prefetch:whenFull:)", ["upstream": "-12345---6-|"], gives: "------(45)-----(6|)",
      demand: "------2-----9",
      example: """
        let scheduler = TestScheduler()
        let readings = PassthroughSubject<Int, Never>()
        let cancellable = readings
          .buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("stored", $0) }
        for reading in 1...5 { readings.send(reading) }
        scheduler.advance(by: 5)
        """, prints: "stored 1\nstored 4\nstored 5",
      use: "Use it between a source that cannot be slowed down and a stage that takes its time.",
      pitfall: """
        With unlimited demand, as from a `sink`, it never fills: it matters before a stage that requests little. `.keepFull` \
        cannot slow down a source that ignores demand.
        """
    ) { on in on.upstream.buffer(size: on.number("size", 2), prefetch: .byRequest, whenFull: .dropOldest) }

    Scenario(
      "buffer(size:whenFull:fileID:line:)", ["upstream": "-12345---6-|"], gives: "------(12)-----(6|)",
      demand: "------2-----9",
      example: """
        let scheduler = TestScheduler()
        let orders = PassthroughSubject<String, Never>()
        let cancellable = orders
          .buffer(size: 1, whenFull: .dropNewest)
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("served", $0) }
        for order in ["tea", "coffee", "cocoa"] { orders.send(order) }
        scheduler.advance(by: 3)
        """, prints: "served tea\nserved coffee",
      pitfall: """
        `.suspend` paces a publisher that waits for demand, such as a sequence. A subject does not wait: what it sends beyond \
        the size is dropped.
        """
    ) { on in on.upstream.buffer(size: on.number("size", 2), whenFull: .dropNewest) }

    Scenario(
      "batch(max:whenFull:fileID:line:)", ["upstream": "-1-23-45-6|"], gives: "-A-----B-----(C|)",
      demand: "1------1-----1",
      example: """
        let scheduler = TestScheduler()
        let events = PassthroughSubject<String, Never>()
        let cancellable = events
          .batch(max: 100)
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("stored", $0) }
        for event in ["open", "edit", "save"] { events.send(event) }
        scheduler.advance(by: 2)
        """, prints: #"stored ["open"]\#nstored ["edit", "save"]"#,
      pitfall: """
        With unlimited demand, as of a `sink`, each array has one element: it gathers only what nobody has requested. \
        For arrays of a length or a time use `collect`.
        """
    ) { on in on.upstream.batch(max: on.number("max", 5)) }

    Scenario(
      "conflate()", ["upstream": "-1-2-34-5-|"], gives: "-1-----4-----(5|)", demand: "1------1-----1",
      example: """
        let scheduler = TestScheduler()
        let prices = PassthroughSubject<Double, Never>()
        let cancellable = prices
          .conflate()
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("drawn:", $0) }
        for price in [9.5, 9.25, 9.75] { prices.send(price) }
        scheduler.advance(by: 2)
        """, prints: "drawn: 9.5\ndrawn: 9.75",
      pitfall:
        "With unlimited demand, as of a `sink`, every element passes: it leaves out only what nobody has requested."
    ) { on in on.upstream.conflate() }

    Scenario(
      "conflate(seed:_:)", ["upstream": "-1-2-31-2-|"], gives: "-1-----6-----(2|)", demand: "1------1-----1",
      example: """
        let scheduler = TestScheduler()
        let deposits = PassthroughSubject<Int, Never>()
        let cancellable = deposits
          .conflate(seed: { $0 }) { $0 += $1 }
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("booked", $0) }
        for deposit in [10, 20, 30] { deposits.send(deposit) }
        scheduler.advance(by: 2)
        """, prints: "booked 10\nbooked 50",
      pitfall: """
        With unlimited demand, as of a `sink`, the result of each element passes alone: it merges only what nobody has \
        requested.
        """
    ) { on in
      on.upstream.conflate(
        seed: { $0 }, on.choice("merge", as: Change<Int, Int>.self, { $0 += $1 }, { $0 = max($0, $1) }, { $0 = $1 }))
    }
  }
}
