#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: elements for one of several subscribers each")
  struct DistributedScenarios {
    @Test("Workers that request on threads of their own get each element once, though one of them cancels")
    func requests() {
      exploring("distributed") { scenario in
        let jobs = [1, 2, 3, 4].publisher.distributed()
        let workers = (1...3).map { scenario.recorder("worker \($0)", of: Int.self, demand: .none) }
        for worker in workers { jobs.watched(in: scenario, keeping: worker).subscribe(worker) }
        for worker in workers[...1] { scenario.thread("\(worker)") { worker.request(.max(2)) } }
        scenario.thread("leaving worker") {
          workers[2].request(.max(2))
          workers[2].cancel()
        }
        scenario.atEnd {
          for worker in workers { worker.request(.max(4)) }
          scenario.expect(workers.flatMap(\.values).sorted(), [1, 2, 3, 4])
          for worker in workers[...1] { scenario.check(worker.completion == .finished, "A worker has not ended.") }
          for worker in workers { scenario.expectOrder(worker.values, of: [1, 2, 3, 4]) }
        }
      }
    }

    @Test("A worker that subscribes while another cancels gets all that the other does not")
    func comesAndGoes() {
      exploring("distributed, a worker for another") { scenario in
        let source = PassthroughSubject<Int, TestError>()
        let jobs = source.distributed()
        let leaving = scenario.recorder("leaving", of: Int.self, failing: TestError.self)
        let coming = scenario.recorder("coming", of: Int.self, failing: TestError.self)
        jobs.watched(in: scenario, keeping: leaving, source).subscribe(leaving)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.thread("canceller") { leaving.cancel() }
        scenario.thread("subscriber") { jobs.subscribe(coming) }
        scenario.atEnd {
          scenario.expect((leaving.values + coming.values).sorted(), [1, 2, 3])
          for worker in [leaving, coming] { scenario.expectOrder(worker.values, of: [1, 2, 3]) }
          scenario.check(coming.completion == .failure(TestError()), "The failure has not come.")
        }
      }
    }

    @Test("Upstream is subscribed to once, and cancelled once, when the last worker and the publisher have gone")
    func released() {
      exploring("distributed, released") { scenario in
        let (subscriptions, cancels) = (Box(0), Box(0))
        let source = PassthroughSubject<Int, Never>()
          .handleEvents(receiveSubscription: { _ in subscriptions.increment() }, receiveCancel: { cancels.increment() })
        let owner = Box<DistributedPublisher<Publishers.HandleEvents<PassthroughSubject<Int, Never>>>?>(
          source.distributed())
        let workers = (1...2).map { scenario.recorder("worker \($0)", of: Int.self) }
        for worker in workers {
          scenario.thread("\(worker)") {
            owner.value?.subscribe(worker)
            worker.cancel()
          }
        }
        scenario.thread("owner") { owner.value = nil }
        scenario.atEnd {
          scenario.expect([cancels.value], [subscriptions.value])
          scenario.check(subscriptions.value <= 1, "Upstream was subscribed to \(subscriptions.value) times.")
        }
      }
    }
  }
#endif
