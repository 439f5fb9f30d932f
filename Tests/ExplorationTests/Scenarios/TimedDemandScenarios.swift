#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Timed operators whose subscriber asks little by little, while values and timers are under way.
  @Suite("Explored: time and demand")
  struct TimedDemandScenarios {
    private typealias Source = Publishers.Buffer<PassthroughSubject<Int, Never>>

    /// Explores an operator whose subscriber asks for three of three values: two from a thread of their own, and one
    /// when it has the first. One thread of the queue may do all the work, as on a serial one.
    private func asked<Output: Sendable, Pipeline: Publisher<Output, Never>>(
      _ name: String,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      of makePipeline: (Source, ExploredQueue) -> Pipeline,
      expecting check: @escaping (Exploration, [Output]) -> Void
    ) {
      exploring(
        "\(name), asked", fileID: fileID, filePath: filePath, line: line, column: column
      ) { scenario in
        let queue = scenario.queue("queue", width: 2)
        let subject = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Output.self, demand: .none) { _, recorder in
          recorder.values.count == 1 ? .max(1) : .none
        }
        let source = subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
        makePipeline(source, queue).watched(in: scenario, keeping: recorder, subject).subscribe(recorder)
        scenario.thread("sender") {
          for value in Self.all { subject.send(value) }
          subject.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.atEnd {
          check(scenario, recorder.values)
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
        }
      }
    }

    private static let all = [1, 2, 3]

    @Test("delay delivers all values in order, whichever thread makes the requests")
    func delay() {
      asked("delay") {
        $0.delay(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expect(values, Self.all)
      }
    }

    @Test("receive(on:) delivers all values in order, whichever thread makes the requests")
    func receiveOn() {
      asked("receive(on:)") {
        $0.receive(on: $1)
      } expecting: { scenario, values in
        scenario.expect(values, Self.all)
      }
    }

    @Test("timeout delivers a prefix of the values, whichever thread makes the requests")
    func timeout() {
      asked("timeout") {
        $0.timeout(.microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expect(values, Array(Self.all.prefix(values.count)))
      }
    }

    @Test("debounce delivers no value twice or out of order, whichever thread makes the requests")
    func debounce() {
      asked("debounce") {
        $0.debounce(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: Self.all)
      }
    }

    @Test(
      "throttle delivers no value twice or out of order, whichever thread makes the requests", arguments: [true, false])
    func throttle(latest: Bool) {
      asked("throttle(latest: \(latest))") {
        $0.throttle(for: .microseconds(5), scheduler: $1, latest: latest)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: Self.all)
      }
    }

    @Test("collect by time keeps all values in order until they are requested")
    func collectByTime() {
      asked("collect(.byTime)") { source, queue in
        source.collect(.byTime(queue, .microseconds(5)))
      } expecting: { scenario, groups in
        scenario.expect(groups.flatMap { $0 }, Self.all)
        scenario.check(groups.allSatisfy { !$0.isEmpty }, "\(groups) has an empty group.")
      }
    }

    @Test("collect by time or count keeps all values in order until they are requested")
    func collectByTimeOrCount() {
      asked("collect(.byTimeOrCount)") { source, queue in
        source.collect(.byTimeOrCount(queue, .microseconds(5), 2))
      } expecting: { scenario, groups in
        scenario.expect(groups.flatMap { $0 }, Self.all)
        scenario.check(groups.allSatisfy { (1...2).contains($0.count) }, "\(groups) has a group of another size.")
      }
    }
  }
#endif
