#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Timed operators whose source fails while values and timers are under way.
  @Suite("Explored: time and failures")
  struct TimedFailureScenarios {
    private typealias Source = PassthroughSubject<Int, TestError>

    /// Explores an operator whose source sends three values and fails. One thread of the queue may do all the work, as
    /// on a serial one.
    private func failed<Pipeline: Publisher<Int, TestError>>(
      _ name: String,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      of makePipeline: (Source, ExploredQueue) -> Pipeline,
      expecting check: @escaping (Exploration, [Int]) -> Void
    ) {
      exploring(
        "\(name), failed", fileID: fileID, filePath: filePath, line: line, column: column
      ) { scenario in
        let queue = scenario.queue("queue", width: 2)
        let source = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        makePipeline(source, queue).watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.atEnd {
          check(scenario, recorder.values)
          scenario.check(recorder.completion == .failure(TestError()), "The end is \(recorder.completion as Any).")
        }
      }
    }

    private static let all = [1, 2, 3]

    @Test("delay delivers a failure after all values")
    func delay() {
      failed("delay") {
        $0.delay(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expect(values, Self.all)
      }
    }

    @Test("throttle delivers a failure after the value that waits", arguments: [true, false])
    func throttle(latest: Bool) {
      failed("throttle(latest: \(latest))") {
        $0.throttle(for: .microseconds(5), scheduler: $1, latest: latest)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: Self.all)
        scenario.check(
          latest ? values.last == 3 : values.first == 1, "\(values) lacks the \(latest ? "newest" : "first").")
      }
    }

    @Test("debounce delivers a failure once, after values in order")
    func debounce() {
      failed("debounce") {
        $0.debounce(for: .microseconds(5), scheduler: $1)
      } expecting: { scenario, values in
        scenario.expectOrder(values, of: Self.all)
      }
    }

    @Test("collect by time delivers a failure once, after a prefix of the values")
    func collectByTime() {
      failed("collect(.byTime)") { source, queue in
        source.collect(.byTime(queue, .microseconds(5))).flatMap { $0.publisher.setFailureType(to: TestError.self) }
      } expecting: { scenario, values in
        scenario.expect(values, Array(Self.all.prefix(values.count)))
      }
    }

    @Test("collect by time or count delivers a failure once, after the groups that were full")
    func collectByTimeOrCount() {
      failed("collect(.byTimeOrCount)") { source, queue in
        source.collect(.byTimeOrCount(queue, .microseconds(5), 2))
          .flatMap { $0.publisher.setFailureType(to: TestError.self) }
      } expecting: { scenario, values in
        scenario.expect(values, Array(Self.all.prefix(values.count)))
        scenario.check(!values.isEmpty, "No group has come.")
      }
    }

    @Test("timeout ends once: with its own failure after a prefix, or with that of the source after all values")
    func timeout() {
      exploring("timeout, failed") { scenario in
        let queue = scenario.queue("queue", width: 2)
        let source = Source()
        let recorder = scenario.recorder(of: Int.self, failing: TestError.self)
        let token = scenario.token("The closure of timeout")
        let made = Held(0)
        source.timeout(.microseconds(5), scheduler: queue) {
          made.value += 1
          return token.pass(TestError("silence"))
        }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .failure(TestError()))
        }
        scenario.atEnd {
          scenario.expect(recorder.values, Array(Self.all.prefix(recorder.values.count)))
          switch recorder.completion {
          case .failure(TestError()):
            scenario.expect(recorder.values, Self.all)
            scenario.check(made.value == 0, "The timeout has made a failure that is not delivered.")
          case .failure(TestError("silence")):
            scenario.check(made.value == 1, "The timeout has made \(made.value) failures.")
          default: scenario.fail("The end is \(recorder.completion as Any).")
          }
        }
      }
    }
  }
#endif
