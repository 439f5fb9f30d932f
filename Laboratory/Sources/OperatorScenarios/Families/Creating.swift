import StreamCore
import StreamCreating
import StreamErrorHandling
import StreamSubjects
import StreamSubscribing
import StreamTesting

extension Family {
  static let creating = Family("StreamCreating", unplayed: notPlayed) {
    emitters
    sequences
    runs
  }

  private static let notPlayed = [
    Unplayed(
      "never", because: "it delivers nothing",
      example: """
        let isOnline = CurrentValueSubject<Bool, Never>(false)
        let ticks = isOnline
          .map { $0 ? ["a", "b"].publisher.eraseToAnyPublisher() : Empty.never.eraseToAnyPublisher() }
          .switchToLatest()
        let cancellable = ticks.sink { print($0) }
        isOnline.value = true
        """, prints: "a\nb",
      pitfall: "What waits for its end waits for ever. `Empty()` finishes at once.")
  ]

  @ScenarioList private static var emitters: [Scenario] {
    Scenario(
      "create(bufferSize:whenFull:fileID:line:_:)", ["callback": "--1-2-3-4---|"], gives: "--1-------4-|",
      demand: "1---------5",
      example: #"""
        let readings = AnyPublisher<Int, Never>.create { emitter in
          print("sensor on")
          emitter.send(19)
          emitter.send(21)
          return AnyCancellable { print("sensor off") }
        }
        let cancellable = readings.sink { print("\($0)°") }
        cancellable.cancel()
        """#, prints: "sensor on\n19°\n21°\nsensor off",
      pitfall: """
        The closure runs once for each subscriber: two subscribers start two sources. Put `share()` after it where one \
        must serve all.
        """
    ) { on in
      AnyPublisher<Int, MarbleFailure>.create(
        bufferSize: on.number("bufferSize", 1),
        on.choice(
          "start", as: (@Sendable (Emitter<Int, MarbleFailure>) -> any Cancellable).self,
          { emitter in
            on.callback.sink(
              receiveCompletion: { emitter.send(completion: $0) },
              receiveValue: { emitter.send($0) })
          },
          { emitter in
            on.callback.sink(
              receiveCompletion: { _ in },
              receiveValue: { emitter.send($0 * 2) })
          }))
    }

    Scenario(
      "send(_:)", ["callback": "--1--2--3--|"], gives: "--1--2--3---", covers: ["forward(_:)"],
      example: #"""
        let numbers = AnyPublisher<Int, Never>.create(bufferSize: 1, whenFull: .dropNewest) { emitter in
          for number in 1...3 {
            let report = emitter.send(number)
            print("\(number): delivered \(report.delivered), buffered \(report.buffered), dropped \(report.dropped)")
          }
          return AnyCancellable {}
        }
        numbers.subscribe(AnySubscriber(receiveSubscription: { $0.request(.max(1)) }))
        """#,
      prints: """
        1: delivered 1, buffered 0, dropped 0
        2: delivered 0, buffered 1, dropped 0
        3: delivered 0, buffered 0, dropped 1
        """,
      pitfall: """
        Downstream's demand does not stop the source: what exceeds it and the buffer is dropped. Read the returned \
        report, or send only what `onDemand(_:)` asks for.
        """
    ) { on in
      AnyPublisher<Int, MarbleFailure>.create(
        on.choice(
          "start", as: (@Sendable (Emitter<Int, MarbleFailure>) -> any Cancellable).self,
          { emitter in
            on.callback.sink(receiveCompletion: { _ in }, receiveValue: { emitter.send($0) })
          },
          { emitter in
            on.callback.sink(receiveCompletion: { _ in }) {
              emitter.send($0)
              emitter.send($0 + 1)
            }
          }))
    }

    Scenario(
      "send(completion:)", ["callback": "--1--2--|"], gives: "--1-----(2|)", demand: "1-------1",
      covers: ["forward(completion:)"],
      example: """
        let download = AnyPublisher<String, URLError>.create { emitter in
          emitter.send("half")
          emitter.send(completion: .failure(URLError(.networkConnectionLost)))
          emitter.send("too late")
          return AnyCancellable { print("closed") }
        }
        let cancellable = download.sink(
          receiveCompletion: { if case .failure(let error) = $0 { print(error.code == .networkConnectionLost) } },
          receiveValue: { print($0) })
        """, prints: "half\ntrue\nclosed",
      pitfall: """
        The completion comes after what is queued: downstream learns of it only when it has requested all values.
        """
    ) { on in
      AnyPublisher<Int, MarbleFailure>.create(
        on.choice(
          "start", as: (@Sendable (Emitter<Int, MarbleFailure>) -> any Cancellable).self,
          { emitter in
            on.callback.sink(
              receiveCompletion: { emitter.send(completion: $0) },
              receiveValue: { emitter.send($0) })
          },
          { emitter in
            on.callback.sink(
              receiveCompletion: { _ in emitter.send(completion: .failure(MarbleFailure())) },
              receiveValue: { emitter.send($0) })
          }))
    }

    Scenario(
      "onDemand(_:)", [:], gives: "(12)---(123)--1", demand: "2---3--1",
      example: """
        let numbers = AnyPublisher<Int, Never>.create(whenFull: .suspend) { emitter in
          emitter.onDemand { demand in
            print("asked for", demand.max ?? 0)
            for number in 0..<(demand.max ?? 0) { emitter.send(number) }
          }
          return AnyCancellable {}
        }
        let cancellable = numbers.sink(fixedDemand: 3) { print($0) }
        """, prints: "asked for 3\n0\n1\n2",
      pitfall: """
        The closure is told of increases, not of totals. Unlimited demand comes as `.unlimited`, whose `max` is `nil`: \
        then send without counting.
        """
    ) { on in
      AnyPublisher<Int, MarbleFailure>.create(whenFull: .suspend) { emitter in
        emitter.onDemand(
          on.choice(
            "action", as: (@Sendable (Subscribers.Demand) -> Void).self,
            { demand in
              for number in 0..<(demand.max ?? 0) { emitter.send(number + 1) }
            },
            { demand in
              for number in 0..<(demand.max ?? 0) { emitter.send(9 - number) }
              if demand == .max(3) { emitter.send(completion: .finished) }
            }))
        return AnyCancellable {}
      }
    }

    Scenario(
      "handlers(bufferSize:whenFull:fileID:line:add:remove:)", ["callback": "--1--2--3--4-"],
      shows: ["downstream": "--1--2-!"],
      fixed: "these only connect the callback with the handler",
      example: """
        final class Button: @unchecked Sendable {
          var actions: [Int: @Sendable (String) -> Void] = [:]
          func tap() { for action in actions.values { action("tap") } }
        }
        let button = Button()
        let taps = Publishers.handlers(
          add: { action in button.actions[1] = action },
          remove: { button.actions[1] = nil })
        let cancellable = taps.sink { print($0) }
        button.tap()
        cancellable.cancel()
        print(button.actions.count)
        """, prints: "tap\n0",
      pitfall: """
        The stream never ends, so that only the cancel removes the callback: a cancellable that is kept for ever keeps \
        what the callback uses.
        """
    ) { on in
      let taps = Publishers.handlers(
        add: { handler in on.callback.sink(receiveCompletion: { _ in }, receiveValue: { handler($0) }) },
        remove: { $0.cancel() })
      on.record("downstream", taps, cancelAt: 7)
    }
  }

  @ScenarioList private static var sequences: [Scenario] {
    Scenario(
      "of(_:)", [:], gives: "1--(23|)", demand: "1--2",
      example: """
        let cancellable = Publishers.of("red", "green", "blue").sink { print($0) }
        """, prints: "red\ngreen\nblue",
      pitfall: """
        An array is one element: `Publishers.of([1, 2])` delivers an array. For its elements write `[1, 2].publisher`.
        """
    ) { on in Publishers.of(1, 2, 3) }

    Scenario(
      "range(_:count:)", [:], gives: "(56)--(7|)", demand: "2--1",
      example: """
        let cancellable = Publishers.range(5, count: 3).sink { print($0) }
        """, prints: "5\n6\n7",
      pitfall: "The second number is a count, not an end: `range(5, count: 3)` delivers 5, 6 and 7."
    ) { on in Publishers.range(on.number("start", 5), count: on.number("count", 3)) }

    Scenario(
      "repeating(_:count:)", [:], gives: "(77)--(7|)", demand: "2--1",
      example: """
        let cancellable = Publishers.repeating("tap", count: 2).sink { print($0) }
        """, prints: "tap\ntap",
      pitfall: """
        Without a count, a subscriber with unlimited demand keeps its thread for ever. Put `prefix(_:)` after it.
        """
    ) { on in Publishers.repeating(7, count: on.number("count", 3)) }

    Scenario(
      "generate(_:while:_:)", [:], gives: "1--(24)---(8|)", demand: "1--2---2",
      example: """
        let cancellable = Publishers.generate(1, while: { $0 < 100 }) { $0 * 3 }.sink { print($0) }
        """, prints: "1\n3\n9\n27\n81",
      pitfall: """
        Without a condition there is no end, and a subscriber with unlimited demand keeps its thread for ever. Put \
        `prefix(_:)` after it.
        """
    ) { on in
      Publishers.generate(
        1, while: on.choice("isIncluded", as: Transform<Int, Bool>.self, { $0 < 9 }, { $0 < 5 }),
        on.choice("next", as: Transform<Int, Int>.self, { $0 * 2 }, { $0 + 3 }))
    }

    Scenario(
      "unfold(_:_:)", [:], gives: "(32)--(1|)", demand: "2--2",
      example: """
        let digits = Publishers.unfold(2026) { rest in
          defer { rest /= 10 }
          return rest > 0 ? rest % 10 : nil
        }
        let cancellable = digits.sink { print($0) }
        """, prints: "6\n2\n0\n2",
      pitfall: "Each subscriber begins with a copy of the state: an object as the state is shared by all of them."
    ) { on in
      Publishers.unfold(
        on.number("initial", 3),
        on.choice(
          "next", as: (@Sendable (inout Int) -> Int?).self,
          { rest in
            defer { rest -= 1 }
            return rest > 0 ? rest : nil
          },
          { rest in
            defer { rest /= 2 }
            return rest > 0 ? rest : nil
          }))
    }
  }

  @ScenarioList private static var runs: [Scenario] {
    Scenario(
      "repeated(_:)", ["upstream": "-1-2|"], gives: "-1-2-1-2|",
      example: """
        let cancellable = ["tick", "tock"].publisher
          .repeated(2)
          .sink { print($0) }
        """, prints: "tick\ntock\ntick\ntock",
      pitfall: """
        The number is that of all runs, the first included. A failure ends the repetition: for that there is `retry`.
        """
    ) { on in on.upstream.repeated(on.number("times", 2, in: 1...5)) }

    Scenario(
      "repeated(while:)", ["upstream": "-1-2|"], gives: "-1-2-1-2-1-2|",
      example: #"""
        let cancellable = DeferredValue { Int.random(in: 1...6) }
          .repeated(while: { $0 < 3 })
          .count()
          .sink { print("\($0) rolls") }
        """#, prints: "3 rolls",
      pitfall: "The closure receives the number of runs that have finished, not the last element."
    ) { on in
      on.upstream.repeated(
        while: on.choice("shouldRepeat", as: Transform<Int, Bool>.self, { $0 < 3 }, { $0 < 2 }, { _ in true }))
    }

    Scenario(
      "using(_:release:_:)", ["source": "-1-2|"], shows: ["downstream": "-1-2|", "released": "----A"],
      fixed: "these only make the resource, and write down its release",
      example: """
        let lines = Publishers.using({ print("open") }, release: { print("close") }) {
          ["first", "second"].publisher
        }
        let cancellable = lines.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "open\nfirst\nsecond\nfinished\nclose",
      pitfall: """
        The resource is released at the end, and at a cancel: an element that refers to it, such as a row of a \
        database, must not be kept beyond.
        """
    ) { on in
      let released = PassthroughSubject<String, Never>()
      let elements = Publishers.using({ "file" }, release: { released.send($0) }) { _ in on.source }
      on.record("downstream", elements)
      on.record("released", released)
    }
  }
}
