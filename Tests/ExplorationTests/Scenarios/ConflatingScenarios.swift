#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: conflate and batch")
  struct ConflatingScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("A merge, a request and the end lose no element, and keep the order")
    func merge() {
      exploring("conflate(seed:_:)") { scenario in
        let (source, recorder) = (Source(), scenario.recorder(of: [Int].self, demand: .none))
        source.watched(in: scenario, keeping: recorder, source).conflate(seed: { [$0] }) { $0.append($1) }
          .subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.flatMap { $0 }, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A cancel while elements are replaced releases them")
    func cancel() {
      exploring("conflate, cancelled") { scenario in
        let (source, recorder) = (Source(), scenario.recorder(of: Int.self, demand: .none))
        source.watched(in: scenario, keeping: recorder, source).conflate().subscribe(recorder)
        scenario.thread("sender") { for value in 1...3 { source.send(value) } }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2, 3]) }
      }
    }

    @Test("A batch asks for as many elements as have left, and loses none")
    func batch() {
      exploring("batch") { scenario in
        let recorder = scenario.recorder(of: [Int].self, demand: .none)
        [1, 2, 3, 4].publisher.watched(in: scenario, keeping: recorder).batch(max: 2).subscribe(recorder)
        for name in ["requester", "other requester"] {
          scenario.thread(name) { for _ in 1...2 { recorder.request(.max(1)) } }
        }
        scenario.atEnd {
          recorder.request(.unlimited)
          scenario.expect(recorder.values.flatMap { $0 }, [1, 2, 3, 4])
        }
      }
    }
  }
#endif
