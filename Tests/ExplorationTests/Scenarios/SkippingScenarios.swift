#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Publishers of elements that fail without ending the stream.
  @Suite("Explored: publishers that are left out where they fail")
  struct SkippingScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    @Test("flatMapSkippingFailures leaves out a publisher that fails, tells its failure once, and loses nothing")
    func leavesOut() {
      exploring("flatMapSkippingFailures") { scenario in
        let (failing, other) = (Source(), Source())
        let told = Held<[Int]>([])
        let token = scenario.token("The closures of flatMapSkippingFailures")
        let recorder = scenario.recorder(of: Int.self, demand: .max(1)) { _, _ in .max(1) }
        scenario.keep(recorder)
        scenario.keep(failing)
        scenario.keep(other)
        [0, 1].publisher.flatMapSkippingFailures(
          onFailure: { _, index in told.value.append(token.pass(index)) }
        ) { index in
          token.pass(index == 0 ? failing : other).buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
        }.subscribe(recorder)
        scenario.thread("failing sender") {
          for value in 1...3 { failing.send(value) }
          failing.send(completion: .failure(TestError()))
        }
        scenario.thread("other sender") {
          for value in 101...103 { other.send(value) }
          other.send(completion: .finished)
        }
        scenario.thread("requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2, 3])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102, 103])
          scenario.expect(told.value, [0], "failures told")
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Where a publisher and upstream fail, flatMapSkippingFailures ends once, with upstream's failure")
    func fails() {
      for cancels in [false, true] {
        exploring("flatMapSkippingFailures, two failures\(cancels ? " and a cancel" : "")") { scenario in
          let (outer, child) = (Source(), Source())
          let told = Held<[Int]>([])
          let token = scenario.token("The closures of flatMapSkippingFailures")
          let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
          outer.flatMapSkippingFailures(onFailure: { _, index in told.value.append(token.pass(index)) }) { _ in
            token.pass(child)
          }.watched(in: scenario, keeping: recorder, outer, child).subscribe(recorder)
          outer.send(0)
          scenario.thread("child") {
            child.send(1)
            child.send(completion: .failure(TestError("child")))
          }
          scenario.thread("upstream") { outer.send(completion: .failure(TestError("upstream"))) }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectOrder(recorder.values, of: [1])
            scenario.expectOrder(told.value, of: [0], "failures told")
            scenario.check(
              recorder.completion == .failure(TestError("upstream")) || cancels && recorder.completion == nil,
              "The end is \(recorder.completion as Any).")
          }
        }
      }
    }
  }
#endif
