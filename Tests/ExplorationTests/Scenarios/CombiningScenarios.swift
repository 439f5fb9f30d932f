#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators of several sources whose values and ends cross.
  @Suite("Explored: operators of several sources")
  struct CombiningScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    private func senders(_ scenario: Exploration, _ one: Source, _ other: Source) {
      scenario.thread("sender") {
        for value in 1...3 { one.send(value) }
        one.send(completion: .finished)
      }
      scenario.thread("other sender") {
        for value in 101...103 { other.send(value) }
        other.send(completion: .finished)
      }
    }

    @Test("merge delivers all values, in the order of each source")
    func merge() {
      exploring("merge") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        one.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)
          .merge(with: other.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest))
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.thread("requester") {
          recorder.request(.max(2))
          recorder.request(.max(1))
          recorder.request(.unlimited)
        }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2, 3])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102, 103])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Of two merged sources that fail, the failure hook is told of each failure that downstream does not receive")
    func lateFailure() {
      exploring("merge, late failure") { scenario in
        let names = ["merge, late failure: one", "merge, late failure: other"]
        let sources = names.map { _ in PassthroughSubject<Int, TestError>() }
        let failures = FailureRecorder(of: nil)
        // How many failures have come to the merge: a source that has been cancelled sends none.
        let passed = Held(0)
        let inputs = sources.map { source in
          source.mapError { error in
            passed.value += 1
            return error
          }
        }
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        inputs[0].merge(with: inputs[1])
          .watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
        for (source, name) in Swift.zip(sources, names) {
          scenario.thread(name) {
            source.send(1)
            source.send(completion: .failure(TestError(name)))
          }
        }
        scenario.atEnd {
          let told = failures.errors(of: TestError.self).filter { names.contains($0.name) }
          guard case .failure(let received) = recorder.completion else {
            return scenario.check(false, "The stream has not failed.")
          }
          scenario.check(!told.contains(received), "The failure \(received) is received and told.")
          scenario.check(1 + told.count == passed.value, "Of \(passed.value) failures \(told.count) are told.")
        }
      }
    }

    @Test("mergeDelayingFailures delivers all values and then all failures, of which the hook is told after a cancel")
    func mergeDelayingFailures() {
      for cancels in [false, true] {
        exploring(cancels ? "mergeDelayingFailures, cancelled" : "mergeDelayingFailures") { scenario in
          let names = ["one", "other"].map { "mergeDelayingFailures \($0) \(cancels)" }
          let sources = names.map { _ in PassthroughSubject<Int, TestError>() }
          let hook = FailureRecorder(of: nil)
          let recorder = scenario.recorder(of: Int.self, failing: MergedFailures<TestError>.self)
          sources[0].mergeDelayingFailures(with: sources[1])
            .watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
          for (source, name) in Swift.zip(sources, names) {
            scenario.thread(name) {
              source.send(1)
              source.send(completion: .failure(TestError(name)))
            }
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectDelayed(names, by: recorder, hook, isCancelled: cancels)
            if !cancels { scenario.expect(recorder.values, [1, 1]) }
          }
        }
      }
    }

    @Test("zip pairs values by position")
    func zip() {
      exploring("zip") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        one.zip(other) { $0 * 1_000 + $1 }.watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.atEnd {
          scenario.expect(recorder.values, [1_101, 2_102, 3_103])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("combineLatest ends with the newest value of both, and never returns to an older one")
    func combineLatest() {
      exploring("combineLatest") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: [Int].self)
        one.prepend(0).combineLatest(other.prepend(100)) { [$0, $1] }
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values.last == [3, 103], "The last of \(values) is not [3, 103].")
          for side in 0...1 {
            let list = values.map { $0[side] }
            scenario.check(list == list.sorted(), "\(list) goes back.")
          }
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test(
      "combineLatestDelayingFailures ends with the newest value of both and then both failures, or the hook is told")
    func combineLatestDelayingFailures() {
      for cancels in [false, true] {
        let name = "combineLatestDelayingFailures"
        exploring(cancels ? "\(name), cancelled" : name) { scenario in
          let names = ["one", "other"].map { "\(name) \($0) \(cancels)" }
          let sources = names.map { _ in PassthroughSubject<Int, TestError>() }
          let hook = FailureRecorder(of: nil)
          let recorder = scenario.recorder(of: [Int].self, failing: MergedFailures<TestError>.self)
          sources[0].prepend(0).combineLatestDelayingFailures(sources[1].prepend(0)).map { [$0, $1] }
            .watched(in: scenario, keeping: recorder, sources[0], sources[1]).subscribe(recorder)
          for (source, name) in Swift.zip(sources, names) {
            scenario.thread(name) {
              source.send(1)
              source.send(completion: .failure(TestError(name)))
            }
          }
          if cancels { scenario.thread("canceller") { recorder.cancel() } }
          scenario.atEnd {
            scenario.expectDelayed(names, by: recorder, hook, isCancelled: cancels)
            if !cancels {
              scenario.check(recorder.values.last == [1, 1], "The last of \(recorder.values) is another.")
            }
          }
        }
      }
    }

    @Test("switchToLatest ends with the latest publisher, and delivers nothing of an older one afterwards")
    func switchToLatest() {
      exploring("switchToLatest") { scenario in
        let outer = PassthroughSubject<Source, Never>()
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        outer.switchToLatest().watched(in: scenario, keeping: recorder, outer, one, other).subscribe(recorder)
        scenario.thread("switcher") {
          outer.send(one)
          outer.send(other)
          outer.send(completion: .finished)
          for value in 104...105 { other.send(value) }
          other.send(completion: .finished)
        }
        scenario.thread("sender") { for value in 1...3 { one.send(value) } }
        scenario.thread("other sender") { for value in 101...102 { other.send(value) } }
        scenario.atEnd {
          let firsts = recorder.values.prefix { $0 < 100 }
          scenario.check(
            recorder.values.dropFirst(firsts.count).allSatisfy { $0 > 100 }, "\(recorder.values) mixes the two.")
          scenario.expectOrder(Array(firsts), of: [1, 2, 3])
          scenario.expect(recorder.values.filter { $0 > 103 }, [104, 105])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("flatMap delivers all values of all its publishers, within the demand")
    func flatMap() {
      exploring("flatMap") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, demand: .max(1)) { _, _ in .max(1) }
        [0, 1].publisher.flatMap { index in
          (index == 0 ? one : other).buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
        }.watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.thread("requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2, 3])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102, 103])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("flatMap ends with the first failure, once")
    func flatMapFails() {
      exploring("flatMap, two failures") { scenario in
        let one = PassthroughSubject<Int, TestError>()
        let other = PassthroughSubject<Int, TestError>()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        let token = scenario.token("The closure of flatMap")
        scenario.keep(recorder)
        scenario.keep(one)
        scenario.keep(other)
        [0, 1].publisher.setFailureType(to: TestError.self).flatMap { index in token.pass(index == 0 ? one : other) }
          .subscribe(recorder)
        scenario.thread("sender") {
          one.send(1)
          one.send(completion: .failure(TestError()))
        }
        scenario.thread("other sender") {
          other.send(101)
          other.send(completion: .failure(TestError()))
        }
        scenario.atEnd {
          scenario.check(recorder.completion == .failure(TestError()), "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("buffer loses nothing, whichever thread makes the requests")
    func buffer() {
      exploring("buffer") { scenario in
        let subject = Source()
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...4 { subject.send(value) }
          subject.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...3 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3, 4])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("A sequence is served by one thread at a time")
    func sequence() {
      exploring("a sequence, asked by three threads", preemptions: 2) { scenario in
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        (1...5).publisher.watched(in: scenario, keeping: recorder).subscribe(recorder)
        for name in ["one", "other", "third"] {
          scenario.thread(name) {
            recorder.request(.max(1))
            recorder.request(.max(1))
          }
        }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3, 4, 5])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("prefix(untilOutputFrom:) ends once, after a prefix of the values")
    func prefixUntil() {
      exploring("prefix(untilOutputFrom:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        one.prefix(untilOutputFrom: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.atEnd {
          scenario.expect(recorder.values, Array([1, 2, 3].prefix(recorder.values.count)))
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("prefix(untilReplacement:) goes on with all values of the other after a prefix of its own")
    func replacement() {
      exploring("prefix(untilReplacement:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        one.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .prefix(untilReplacement: other.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest))
          .watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(2)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          let own = recorder.values.prefix { $0 < 100 }
          scenario.expect(recorder.values, Array([1, 2, 3].prefix(own.count)) + [101, 102, 103])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("drop(untilOutputFrom:) opens once, and delivers all values after that")
    func dropUntil() {
      exploring("drop(untilOutputFrom:)") { scenario in
        let (one, other) = (Source(), Source())
        let recorder = scenario.recorder(of: Int.self)
        one.drop(untilOutputFrom: other).watched(in: scenario, keeping: recorder, one, other).subscribe(recorder)
        senders(scenario, one, other)
        scenario.atEnd {
          scenario.expect(recorder.values, Array([1, 2, 3].suffix(recorder.values.count)))
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("catch carries the demand over to the replacement")
    func catching() {
      exploring("catch") { scenario in
        let subject = PassthroughSubject<Int, TestError>()
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).catch { _ in [101, 102].publisher }
          .watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...2 { subject.send(value) }
          subject.send(completion: .failure(TestError()))
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 101, 102])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("Of three sources, zip has all triples, combineLatest ends with the newest, merge has all values")
    func three() {
      for name in ["zip", "combineLatest", "merge"] {
        exploring("\(name) of three") { scenario in
          let sources = (1...3).map { _ in Source() }
          let recorder = scenario.recorder(of: [Int].self)
          let joined: AnyPublisher<[Int], Never> =
            switch name {
            case "zip": sources[0].zip(sources[1], sources[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
            case "merge": Publishers.MergeMany(sources).map { [$0] }.eraseToAnyPublisher()
            default: sources[0].combineLatest(sources[1], sources[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
            }
          joined.watched(in: scenario, keeping: recorder, sources[0], sources[1], sources[2]).subscribe(recorder)
          for (index, source) in sources.enumerated() {
            scenario.thread("sender \(index)") {
              for value in 1...2 { source.send(index * 100 + value) }
              source.send(completion: .finished)
            }
          }
          scenario.atEnd {
            let values = recorder.values
            switch name {
            case "zip": scenario.expect(values, [[1, 101, 201], [2, 102, 202]])
            case "merge":
              for index in 0..<3 {
                let own = values.flatMap { $0 }.filter { $0 / 100 == index }
                scenario.expect(own, [index * 100 + 1, index * 100 + 2], "values of source \(index)")
              }
            default:
              // One that has ended before all have sent keeps its last value.
              scenario.check(values.last == [2, 102, 202], "The last of \(values) is another.")
            }
            scenario.check(recorder.completion == .finished, "The stream has not ended.")
          }
        }
      }
    }

    private typealias Five = (Source, Source, Source, Source, Source)

    /// Joins what five threads send.
    private func five(
      _ name: String, _ join: (Five) -> AnyPublisher<[Int], Never>,
      expecting check: @escaping (Exploration, [[Int]]) -> Void
    ) {
      exploring(name) { scenario in
        let five = (Source(), Source(), Source(), Source(), Source())
        let recorder = scenario.recorder(of: [Int].self)
        join(five).watched(in: scenario, keeping: recorder, five.0, five.1, five.2, five.3, five.4).subscribe(recorder)
        for (index, source) in [five.0, five.1, five.2, five.3, five.4].enumerated() {
          scenario.thread("sender \(index)") {
            for value in 1...2 { source.send(index * 100 + value) }
            source.send(completion: .finished)
          }
        }
        scenario.atEnd {
          check(scenario, recorder.values)
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    @Test("zip of five has all groups, and ends")
    func zipOfFive() {
      five("zip of five") { five in
        five.0.zip(five.1, five.2, five.3, five.4).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }.eraseToAnyPublisher()
      } expecting: { scenario, values in
        scenario.expect(values, [[1, 101, 201, 301, 401], [2, 102, 202, 302, 402]])
      }
    }

    @Test("combineLatest of five ends with the newest of each, and never returns to an older one")
    func combineLatestOfFive() {
      five("combineLatest of five") { five in
        five.0.combineLatest(five.1, five.2, five.3, five.4).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }
          .eraseToAnyPublisher()
      } expecting: { scenario, values in
        scenario.check(values.last == [2, 102, 202, 302, 402], "The last of \(values) is another.")
        for side in 0..<5 {
          let list = values.map { $0[side] }
          scenario.check(list == list.sorted(), "\(list) goes back.")
        }
      }
    }
  }
#endif
