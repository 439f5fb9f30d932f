#if Explore
  import StreamTesting
  import Streams
  import Testing

  @Suite("Explored: ended(by:)")
  struct KillSwitchScenarios {
    @Test("A switch that two threads throw ends streams once, as it says, amid elements, and holds them no longer")
    func thrown() {
      exploring("ended(by:)") { scenario in
        let (source, killSwitch) = (PassthroughSubject<Int, TestError>(), KillSwitch<TestError>())
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self, failing: TestError.self) }
        for recorder in recorders {
          source.ended(by: killSwitch).watched(in: scenario, keeping: recorder, source).subscribe(recorder)
        }
        scenario.thread("sender") { for value in 1...2 { source.send(value) } }
        scenario.thread("shutdown") { killSwitch.shutdown() }
        scenario.thread("abort") { killSwitch.abort(TestError()) }
        scenario.atEnd {
          for recorder in recorders {
            scenario.check([1, 2].starts(with: recorder.values), "\(recorder.values) is no prefix.")
            scenario.check(recorder.completion == killSwitch.completion, "The end is \(recorder.completion as Any).")
          }
        }
      }
    }

    @Test("A stream that begins, one that fails and one that is cancelled as the switch is thrown leave it")
    func comesAndGoes() {
      exploring("ended(by:), begun and cancelled as the switch is thrown") { scenario in
        let (source, killSwitch) = (PassthroughSubject<Int, TestError>(), KillSwitch<TestError>())
        let (subscriptions, cancels) = (Held(0), Held(0))
        let upstream = PassthroughSubject<Int, TestError>()
          .handleEvents(receiveSubscription: { _ in subscriptions.value += 1 }, receiveCancel: { cancels.value += 1 })
        let failing = scenario.recorder("failing", of: Int.self, failing: TestError.self)
        let leaving = scenario.recorder("leaving", of: Int.self, failing: TestError.self)
        let coming = scenario.recorder("coming", of: Int.self, failing: TestError.self)
        source.ended(by: killSwitch).watched(in: scenario, keeping: failing, source).subscribe(failing)
        upstream.ended(by: killSwitch).watched(in: scenario, keeping: leaving).subscribe(leaving)
        scenario.thread("switch") { killSwitch.shutdown() }
        scenario.thread("sender") { source.send(completion: .failure(TestError())) }
        scenario.thread("canceller") { leaving.cancel() }
        scenario.thread("subscriber") { upstream.ended(by: killSwitch).subscribe(coming) }
        scenario.atEnd {
          scenario.check(coming.completion == .finished, "The stream that began has not ended.")
          scenario.check(failing.completion != nil, "The stream that failed has not ended.")
          scenario.expect([cancels.value], [subscriptions.value])
        }
      }
    }
  }
#endif
