#if Explore
  import StreamTesting
  import Streams
  import Testing

  @testable import StreamInspection

  /// Probes, which a snapshot reads while values, requests and a cancel pass them.
  ///
  /// Each puts a probe on an edge by itself: to arm the inspector would change the scenarios that run beside it. One
  /// after the other, since a snapshot has the probes of all.
  @Suite("Explored: the inspector", .serialized)
  struct InspectionScenarios {
    init() {
      // What is made once for the process is made before the first schedule.
      ProbingInspector().attach(AnySubscriber<Int, Never>(), to: Empty<Int, Never>())
      _ = StreamInspector.snapshot()
    }

    @Test("A snapshot never has more delivered than requested, nor an end that is taken back")
    func probe() {
      exploring("a probe, looked at as it ends") { scenario in
        let source = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Int.self, demand: .max(1)) { _, _ in .max(1) }
        ProbingInspector().attach(recorder, to: source)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(2)
        }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.thread("ender") { source.send(completion: .finished) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("onlooker") {
          // No other scenario puts probes on edges, so that these are its own.
          let (first, second) = (StreamInspector.snapshot(), StreamInspector.snapshot())
          for stage in (first.pipelines + second.pipelines).flatMap(\.stages) {
            scenario.check((stage.requested ?? .max) >= stage.delivered, "\(stage)")
          }
          let ended = first.pipelines.flatMap(\.stages).filter(\.hasEnded)
          for stage in second.pipelines.flatMap(\.stages) {
            for former in ended where former.id == stage.id {
              scenario.check(former.state == stage.state, "\(former), then \(stage)")
            }
          }
        }
        scenario.atEnd {
          for stage in StreamInspector.snapshot().pipelines.flatMap(\.stages) {
            scenario.check(stage.delivered == recorder.values.count, "\(recorder.values) are not counted: \(stage)")
          }
        }
      }
    }

    @Test("A recording has no more than it keeps, and what it has lies in the order of its times")
    func recording() {
      exploring("a recording, read and ended as it goes") { scenario in
        let recorder = StreamRecorder([Pattern("PassthroughSubject")], limit: 2) { 0 }
        StreamRecorder.begin(recorder)
        let source = PassthroughSubject<Int, Never>()
        let reader = scenario.recorder(of: Int.self, demand: .max(2))
        ProbingInspector().attach(reader, to: source)
        scenario.keep(reader)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(2)
          source.send(completion: .finished)
        }
        scenario.thread("onlooker") {
          for id in recorder.recorded {
            guard let signals = recorder.recording(of: id, findsLine: false)?.output.signals else { continue }
            let times = signals.map(\.seconds)
            scenario.check(signals.count <= 2 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(signals)")
            _ = recorder.lastValue(of: id)
          }
        }
        scenario.thread("ender") { recorder.stop() }
        scenario.atEnd {
          recorder.stop()
          scenario.check(recorder.recorded.isEmpty, "\(recorder.recorded) are recorded after the end.")
        }
      }
    }
  }
#endif
