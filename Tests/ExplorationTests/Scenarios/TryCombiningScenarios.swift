#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators of two sources whose closure throws, on whichever thread it runs.
  @Suite("Explored: operators of two sources with a closure that throws")
  struct TryCombiningScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    /// Joins what two threads send; a third cancels, perhaps.
    private func joined<Joined: Publisher<[Int], TestError>>(
      _ name: String, _ join: (Source, Source) -> Joined,
      expecting check: @escaping (Exploration, [[Int]], _ cancels: Bool) -> Void
    ) {
      for cancels in [false, true] {
        exploring(cancels ? "\(name), cancelled" : name) { scenario in
          let (one, other) = (Source(), Source())
          let recorder = scenario.recorder(of: [Int].self, failing: TestError.self)
          join(one, other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
          scenario.thread("sender") {
            for value in 1...3 { one.send(value) }
            one.send(completion: .finished)
          }
          scenario.thread("other sender") {
            for value in 101...103 { other.send(value) }
            other.send(completion: .finished)
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            check(scenario, recorder.values, cancels)
            scenario.check(
              cancels || recorder.completion == .failure(TestError()), "The end is \(recorder.completion as Any).")
          }
        }
      }
    }

    @Test("tryZip delivers the pairs before the one for which its closure throws, and fails, though both send on")
    func tryZip() {
      joined("tryZip") { one, other in
        one.tryZip(other) { (a, b) throws(TestError) -> [Int] in
          if a == 3 { throw TestError() }
          return [a, b]
        }
      } expecting: { scenario, values, cancels in
        let whole = [[1, 101], [2, 102]]
        scenario.expect(values, cancels ? Array(whole.prefix(values.count)) : whole)
      }
    }

    @Test("tryCombineLatest never returns to an older pair, and fails at the newest, for which its closure throws")
    func tryCombineLatest() {
      joined("tryCombineLatest") { one, other in
        one.prepend(0).tryCombineLatest(other.prepend(100)) { (a, b) throws(TestError) -> [Int] in
          if a == 3, b == 103 { throw TestError() }
          return [a, b]
        }
      } expecting: { scenario, values, cancels in
        for side in 0...1 {
          let list = values.map { $0[side] }
          scenario.check(list == list.sorted(), "\(list) goes back.")
        }
        scenario.check(!values.contains([3, 103]), "\(values) has what the closure refuses.")
        scenario.check(cancels || values.first == [0, 100], "\(values) lacks the first of both.")
      }
    }
  }
#endif
