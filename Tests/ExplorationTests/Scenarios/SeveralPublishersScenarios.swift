#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators that run several publishers, of those into which they transform elements; and the lifetime of streams.
  @Suite("Explored: several publishers of elements, and lifetimes")
  struct SeveralPublishersScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("orderedFlatMap delivers what two publishers send at a time in their order, and finishes")
    func orderedFlatMap() {
      exploring("orderedFlatMap") { scenario in
        let children = [Source(), Source()]
        let recorder = scenario.recorder(of: Int.self)
        [0, 1].publisher.orderedFlatMap(maxPublishers: 2) { children[$0] }
          .watched(in: scenario, keeping: recorder, children[0], children[1]).subscribe(recorder)
        for thread in 0...1 {
          scenario.thread("sender \(thread)") {
            for value in 1...2 { children[thread].send(100 * thread + value) }
            children[thread].send(completion: .finished)
          }
        }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 101, 102])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("flatMapRace follows one publisher, though upstream ends and the others send meanwhile")
    func flatMapRace() {
      exploring("flatMapRace") { scenario in
        let outer = Source()
        let children = [Source(), Source()]
        let recorder = scenario.recorder(of: Int.self)
        outer.flatMapRace { children[$0] }
          .watched(in: scenario, keeping: recorder, outer, children[0], children[1]).subscribe(recorder)
        for number in 0...1 { outer.send(number) }
        for thread in 0...1 {
          scenario.thread("sender \(thread)") {
            for value in 1...2 { children[thread].send(100 * thread + value) }
            children[thread].send(completion: .finished)
          }
        }
        scenario.thread("upstream") { outer.send(completion: .finished) }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == [1, 2] || values == [101, 102], "\(values) are of no one winner.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("expand meets the requests of two threads, each once, and ends with the last element of the tree")
    func expand() {
      exploring("expand") { scenario in
        let recorder = scenario.recorder(of: Int.self, demand: .max(1))
        Just(1).expand(maxPublishers: 2, maxPending: 2) { (2 * $0 > 5 ? [] : [2 * $0, 2 * $0 + 1]).publisher }
          .watched(in: scenario, keeping: recorder).subscribe(recorder)
        for thread in 0...1 {
          scenario.thread("requester \(thread)") { for _ in 0...1 { recorder.request(.max(1)) } }
        }
        scenario.atEnd {
          scenario.expect(recorder.values.sorted(), Array(1...5))
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A lifetime that two threads end finishes a stream once, amid its elements, and holds it no longer")
    func lifetime() {
      exploring("prefix(during:)") { scenario in
        let upstream = Source()
        let (lifetime, token) = Lifetime.make()
        let recorder = scenario.recorder(of: Int.self)
        upstream.prefix(during: lifetime).watched(in: scenario, keeping: recorder, upstream).subscribe(recorder)
        scenario.thread("sender") { for value in 1...3 { upstream.send(value) } }
        for thread in 0...1 { scenario.thread("end \(thread)") { token.end() } }
        scenario.atEnd {
          scenario.check([1, 2, 3].starts(with: recorder.values), "\(recorder.values) is no prefix.")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }
  }
#endif
