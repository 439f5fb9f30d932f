#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: cancellables that keep others, and bags")
  struct CancellablesScenarios {
    /// Counts its cancels.
    // Sendable: one thread of a scenario runs at a time.
    private final class Counted: Cancellable, @unchecked Sendable {
      var cancels = 0

      func cancel() {
        cancels += 1
      }
    }

    /// Two members that come while another thread cancels: each is cancelled once.
    private func cross(
      _ name: String, _ keeper: any Cancellable & Sendable, _ insert: @escaping @Sendable (any Cancellable) -> Void,
      in scenario: Exploration, members count: Int = 2
    ) {
      let members = (0..<count).map { _ in Counted() }
      for (index, member) in members.enumerated() { scenario.thread("\(name) \(index)") { insert(member) } }
      scenario.thread("canceller") { keeper.cancel() }
      scenario.atEnd {
        scenario.check(members.allSatisfy { $0.cancels == 1 }, "The cancels are \(members.map(\.cancels)).")
      }
    }

    @Test("A composite cancels each member once")
    func composite() {
      exploring("CompositeCancellable", preemptions: 2) { scenario in
        let composite = CompositeCancellable()
        cross("inserter", composite, { composite.insert($0) }, in: scenario)
      }
    }

    @Test("A serial cancellable cancels each member once")
    func serial() {
      exploring("SerialCancellable", preemptions: 2) { scenario in
        let serial = SerialCancellable()
        cross("replacer", serial, { serial.replace(with: $0) }, in: scenario)
      }
    }

    @Test("What is set while another thread cancels is cancelled once")
    func single() {
      exploring("SingleAssignmentCancellable", preemptions: 2) { scenario in
        let single = SingleAssignmentCancellable()
        cross("setter", single, { single.set($0) }, in: scenario, members: 1)
      }
    }

    @Test("A stream that ends while it enters a bag, and while that is cancelled, leaves nothing in it")
    func bag() {
      for cancels in [true, false] {
        exploring(cancels ? "CancellableBag, cancelled" : "CancellableBag") { scenario in
          let (subject, bag) = (PassthroughSubject<Int, Never>(), CancellableBag())
          let token = scenario.token("The closure of the sink")
          scenario.keep(bag)
          scenario.keep(subject)
          scenario.thread("subscriber") { subject.sink(in: bag) { _ = token.pass($0) } }
          scenario.thread("sender") {
            subject.send(1)
            subject.send(completion: .finished)
          }
          if cancels { scenario.thread("canceller") { bag.cancel() } }
          scenario.atEnd { scenario.check(bag.count == 0, "\(bag.count) are left in the bag.") }
        }
      }
    }
  }
#endif
