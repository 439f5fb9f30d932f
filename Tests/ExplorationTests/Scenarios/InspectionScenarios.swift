#if Explore
  import StreamTesting
  import Streams
  import Testing

  @testable import StreamInspection

  /// Probes, which a snapshot reads while values, requests and a cancel pass them.
  ///
  /// Each puts a probe on an edge by itself: to arm the inspector would change the scenarios that run beside it.
  @Suite("Explored: the inspector")
  struct InspectionScenarios {
    init() {
      // What is made once for the process is made before the first schedule.
      ProbingInspector().attach(AnySubscriber<Int, Never>(), to: Empty<Int, Never>())
      _ = StreamInspector.snapshot()
    }

    @Test("A snapshot never has more delivered than requested, and what ends is forgotten")
    func probe() {
      exploring("a probe, looked at as it ends") { scenario in
        let source = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Int.self)
        ProbingInspector().attach(recorder, to: source)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .finished)
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("onlooker") {
          for stage in StreamInspector.snapshot().pipelines.flatMap(\.stages) {
            scenario.check(stage.outstanding.map { $0 >= 0 } ?? true, "\(stage)")
          }
        }
        scenario.atEnd { scenario.check(recorder.values.count <= 1, "The values are \(recorder.values).") }
      }
    }
  }
#endif
