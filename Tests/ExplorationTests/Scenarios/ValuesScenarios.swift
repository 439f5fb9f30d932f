#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: values")
  struct ValuesScenarios {
    @Test("A loop over values gets all of them in order")
    func all() {
      exploring("values") { scenario in
        let queue = scenario.queue("queue")
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .watched(in: scenario, keeping: subject)
        let received = Held<[Int]>([])
        let iterator = Held(values.values.makeAsyncIterator())
        scenario.task("consumer", on: queue) {
          var own = iterator.value
          while let value = await own.next() { received.value.append(value) }
        }
        scenario.thread("sender") {
          for value in 1...3 { subject.send(value) }
          subject.send(completion: .finished)
        }
        scenario.atEnd { scenario.expect(received.value, [1, 2, 3]) }
      }
    }

    @Test("A loop over values that is cancelled ends")
    func cancelled() {
      exploring("values, cancelled") { scenario in
        let queue = scenario.queue("queue")
        let subject = PassthroughSubject<Int, Never>()
        let received = Held<[Int]>([])
        let pipeline = subject.watched(in: scenario, keeping: subject)
        let task = scenario.task("consumer", on: queue) {
          for await value in pipeline.values { received.value.append(value) }
        }
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("canceller") { task.cancel() }
        scenario.atEnd { scenario.expectOrder(received.value, of: [1, 2, 3]) }
      }
    }

    @Test("A forEach that is cancelled ends, and has cancelled upstream when it returns")
    func forEachCancelled() {
      exploring("forEach, cancelled") { scenario in
        let subject = PassthroughSubject<Int, Never>()
        let received = Held<[Int]>([])
        let cancels = Held(0)
        let pipeline = subject.handleEvents(receiveCancel: { cancels.value += 1 })
          .watched(in: scenario, keeping: subject)
        let task = scenario.task("consumer", on: scenario.queue("queue")) {
          await pipeline.forEach { received.value.append($0) }
          // A task that is cancelled before it begins does not subscribe.
          scenario.check(
            cancels.value == 1 || received.value.isEmpty, "Upstream has been cancelled \(cancels.value) times.")
        }
        scenario.thread("sender") { for value in 1...3 { subject.send(value) } }
        scenario.thread("canceller") { task.cancel() }
        scenario.atEnd { scenario.expectOrder(received.value, of: [1, 2, 3]) }
      }
    }
  }
#endif
