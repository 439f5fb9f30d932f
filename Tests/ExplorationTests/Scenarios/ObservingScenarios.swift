#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Stages that show, measure or cut what passes, with what they remember of it.
  @Suite("Explored: operators that observe")
  struct ObservingScenarios {
    private typealias Source = PassthroughSubject<Int, Never>

    @Test("handleEnd reports one end, whichever of completion and cancels comes first")
    func handleEnd() {
      exploring("handleEnd", preemptions: 2) { scenario in
        let source = Source()
        let token = scenario.token("The closure of handleEnd")
        let ends = Held<[String]>([])
        let recorder = scenario.recorder(of: Int.self)
        source.handleEnd { ends.value.append(token.pass("\($0 as Any)")) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .finished)
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.check(ends.value.count == 1, "The ends are \(ends.value).")
          scenario.check(
            recorder.completion == nil || ends.value.first?.contains("finished") == true,
            "Downstream has heard of the finish, and the closure of \(ends.value).")
        }
      }
    }

    @Test("handleEvents reports all demand, including that made while the subscription is reported")
    func handleEvents() {
      exploring("handleEvents, asked by several") { scenario in
        let source = Source()
        let asked = Held(0)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest)
          .handleEvents(receiveRequest: { asked.value += $0.max ?? 0 })
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values, [1, 2, 3])
          scenario.check(recorder.completion == .finished, "The stream has not ended.")
          scenario.check(asked.value >= 3, "The closure has seen a demand of \(asked.value).")
        }
      }
    }

    @Test("print writes whole lines, one for each signal")
    func print() {
      exploring("print") { scenario in
        let source = Source()
        let lines = Held("")
        let recorder = scenario.recorder(of: Int.self)
        source.print("s", to: Lines(text: lines, scenario: scenario))
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") { for value in 1...2 { source.send(value) } }
        scenario.thread("requester") { recorder.request(.max(5)) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          let written = lines.value.split(separator: "\n")
          for value in recorder.values {
            scenario.check(written.contains("s: receive value: (\(value))"), "\(value) is missing in \(written).")
          }
          scenario.check(written.filter { $0 == "s: receive cancel" }.count == 1, "The cancel is not in \(written).")
        }
      }
    }

    @Test("measureInterval delivers one interval for each value, and none that is negative")
    func measureInterval() {
      for width in 1...2 {
        exploring("measureInterval, \(width) threads") { scenario in
          let queue = scenario.queue("queue", width: width)
          let source = Source()
          let recorder = scenario.recorder(of: VirtualTime.Stride.self) { _, recorder in
            if recorder.values.count == 3 { recorder.cancel() }
            return .none
          }
          source.delay(for: .microseconds(5), scheduler: queue).measureInterval(using: queue)
            .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
          scenario.thread("sender") { for value in 1...4 { source.send(value) } }
          scenario.atEnd {
            scenario.check(recorder.values.count == 3, "The values are \(recorder.values).")
            scenario.check(recorder.values.allSatisfy { $0 >= .nanoseconds(0) }, "The values are \(recorder.values).")
          }
        }
      }
    }

    @Test("A graduated sink never exceeds its demand, and ends once")
    func graduatedSink() {
      exploring("GraduatedSink") { scenario in
        let source = Source()
        let token = scenario.token("The closure of the sink")
        let (values, ends, late, isOver) = (Held<[Int]>([]), Held(0), Held(0), Held(false))
        let cancellable = Held<AnyCancellable?>(nil)
        cancellable.value = source.sink(maxDemand: .max(2)) { _ in
          ends.value += 1
        } receiveValue: { value in
          if isOver.value { late.value += 1 }
          values.value.append(token.pass(value))
        }
        scenario.thread("sender") { for value in 1...3 { source.send(value) } }
        scenario.thread("finisher") { source.send(completion: .finished) }
        scenario.thread("canceller") {
          cancellable.value?.cancel()
          isOver.value = true
        }
        scenario.atEnd {
          scenario.expect(values.value, Array([1, 2, 3].prefix(values.value.count)))
          scenario.check(ends.value <= 1 && late.value <= 1, "\(ends.value) ends, \(late.value) late values.")
          cancellable.value = nil
        }
      }
    }

    @Test("lines() loses no line when pieces arrive while other threads make requests")
    func lines() {
      exploring("lines") { scenario in
        let source = PassthroughSubject<[UInt8], Never>()
        let recorder = scenario.recorder(of: String.self, failing: (any Error).self, demand: .none)
        source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).lines()
          .watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        scenario.thread("sender") {
          for piece in ["a\nb", "b\n", "c"] { source.send(Array(piece.utf8)) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(2)) }
        scenario.atEnd {
          scenario.expect(recorder.values, ["a", "bb", "c"])
          scenario.check(recorder.completion != nil, "The stream has not ended.")
        }
      }
    }

    @Test("lines(), cancelled by two threads")
    func linesCancelled() {
      exploring("lines, cancelled twice") { scenario in
        let source = PassthroughSubject<[UInt8], Never>()
        let token = scenario.token("A closure of the pipeline")
        let recorder = scenario.recorder(of: String.self, failing: (any Error).self) { _, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        source.map { token.pass($0) }.lines().subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") { for piece in ["a\nb\nc\n", "d\n"] { source.send(Array(piece.utf8)) } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: ["a", "b", "c", "d"]) }
      }
    }
  }

  private struct Lines: TextOutputStream, Sendable {
    let text: Held<String>
    let scenario: Exploration

    mutating func write(_ line: String) {
      let before = text.value
      scenario.point("writes a line")
      text.value = before + line
    }
  }
#endif
