#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// What sources send while downstream asks, and while the stream ends.
  @Suite("Explored: create and using")
  struct EmitterScenarios {
    @Test("create delivers what two threads send, each in its order, and ends after it")
    func create() {
      exploring("create") { scenario in
        let emitter = Held<Emitter<Int, Never>?>(nil)
        let starts = Held(0)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        let token = scenario.token("The closure of create")
        AnyPublisher<Int, Never>.create { newEmitter in
          starts.value += 1
          emitter.value = token.pass(newEmitter)
          return AnyCancellable {}
        }.subscribe(recorder)
        scenario.keep(recorder)
        recorder.request(.max(1))
        scenario.thread("sender") { for value in 1...2 { emitter.value?.send(value) } }
        scenario.thread("other sender") { for value in 101...102 { emitter.value?.send(value) } }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(2)) } }
        scenario.atEnd {
          emitter.value?.send(completion: .finished)
          scenario.expect(recorder.values.filter { $0 < 100 }, [1, 2])
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          scenario.check(starts.value == 1, "It has started \(starts.value) times.")
          scenario.check(recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("create whose start, end and cancel cross cancels its source once")
    func createCancelled() {
      exploring("create, ended and cancelled") { scenario in
        let cancels = Held(0)
        let starts = Held(0)
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        let token = scenario.token("The closure of create")
        let emitter = Held<Emitter<Int, Never>?>(nil)
        AnyPublisher<Int, Never>.create { newEmitter in
          starts.value += 1
          emitter.value = newEmitter
          newEmitter.send(1)
          return AnyCancellable { token.pass(cancels.value += 1) }
        }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.thread("requester") { recorder.request(.unlimited) }
        scenario.thread("ender") { emitter.value?.send(completion: .finished) }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.check(cancels.value == starts.value, "\(starts.value) starts, \(cancels.value) cancels.")
          scenario.expectOrder(recorder.values, of: [1])
        }
      }
    }

    @Test("using releases its resource once when its end crosses a cancel")
    func using() {
      exploring("using, ended and cancelled") { scenario in
        let source = PassthroughSubject<Int, Never>()
        let releases = Held(0)
        let recorder = scenario.recorder(of: Int.self)
        let token = scenario.token("The closure of using")
        Publishers.using {
          1
        } release: { _ in
          releases.value += token.pass(1)
        } _: { _ in
          source
        }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          source.send(1)
          source.send(completion: .finished)
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.thread("other canceller") { recorder.cancel() }
        scenario.atEnd {
          scenario.check(releases.value == 1, "It was released \(releases.value) times.")
          scenario.expectOrder(recorder.values, of: [1])
        }
      }
    }
  }
#endif
