import StreamCombining
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamTesting

extension Family {
  static let combining = Family("StreamCombining") {
    combiningLatest
    combiningByPosition
    merge
    combiningMany
    combiningInOrder
    combiningByAnother
  }

  @ScenarioList private static var merge: [Scenario] {
    Scenario(
      "merge(with:)", ["upstream": "-1---2---|", "other": "---7---8---9|"], gives: "-1-7-2-8---9|",
      example: """
        let clicks = PassthroughSubject<String, Never>()
        let keys = PassthroughSubject<String, Never>()
        let cancellable = clicks.merge(with: keys).sink { print($0) }
        clicks.send("click")
        keys.send("Enter")
        clicks.send("click")
        """, prints: "click\nEnter\nclick",
      use: """
        Use it to handle the elements of several publishers alike, in the order in which they arrive. To pair \
        elements use `zip`; to combine the newest of each, `combineLatest`.
        """,
      pitfall: "The stream finishes only when all have finished: one publisher that never ends keeps it open."
    ) { on in on.upstream.merge(with: on.other) }

    Scenario(
      "merge(with:_:)", ["upstream": "-1----2-----|", "b": "---3-------4-|", "c": "--5-----6|"],
      gives: "-153--2-6--4-|",
      example: """
        let disk = PassthroughSubject<String, Never>()
        let network = PassthroughSubject<String, Never>()
        let sensors = PassthroughSubject<String, Never>()
        let cancellable = disk.merge(with: network, sensors).sink { print("alarm:", $0) }
        network.send("link down")
        disk.send("disk full")
        sensors.send("door open")
        """, prints: "alarm: link down\nalarm: disk full\nalarm: door open",
      pitfall: """
        The first failure cancels all the others. Put `catch` or `ignoreFailure()` on each publisher whose failure \
        must not end the stream.
        """
    ) { on in on.upstream.merge(with: on.b, on.c) }

    Scenario(
      "mergeSorted(with:bufferSize:fileID:line:)", ["upstream": "-1---4--7|", "other": "--2-3--5---8|"],
      gives: "--1--(23)-45--(78)|",
      example: """
        let office = ["08:00 open", "12:30 alarm", "18:00 close"].publisher
        let plant = ["07:15 start", "12:10 leak", "17:00 stop"].publisher
        let cancellable = office.mergeSorted(with: plant).sink { print($0) }
        """, prints: "07:15 start\n08:00 open\n12:10 leak\n12:30 alarm\n17:00 stop\n18:00 close",
      pitfall: """
        A publisher that falls silent holds up the other. A subject drops what it sends beyond `bufferSize` meanwhile.
        """,
      listed: Listing(
        under: "Elements of all, as they come",
        answers: ("I want to combine several publishers", "the elements of sorted publishers in their order"),
        beside: ["merge(with:)", "append(_:)"],
        elsewhere: [("mergeComparing", "Reactor")]),
      model: .mergeSorted { inputs in inputs[0].mergeSorted(with: inputs[1], bufferSize: inputs.argument) }
    ) { on in on.upstream.mergeSorted(with: on.other) }

    Scenario(
      "mergeSorted(with:bufferSize:fileID:line:by:)", ["upstream": "-9---6--3|", "other": "--8-7--5---2|"],
      gives: "--9--(87)-65--(32)|",
      example: """
        let left = [9, 4, 1].publisher
        let right = [8, 3].publisher
        let cancellable = left.mergeSorted(with: right, by: >).sink { print($0) }
        """, prints: "9\n8\n4\n3\n1",
      pitfall: """
        Both publishers must be sorted by the same closure. Nothing checks that: a stream that is not sorted is merged \
        in the order of its own elements.
        """,
      listed: Listing(
        under: "Elements of all, as they come",
        answers: ("I want to combine several publishers", "the elements of publishers that a closure sorts"),
        beside: ["merge(with:)"]),
      model: .mergeSorted { inputs in
        inputs[0].mergeSorted(with: inputs[1], bufferSize: inputs.argument) { inputs.pass($0) < $1 }
      }
    ) { on in
      on.upstream.mergeSorted(
        with: on.other,
        by: on.choice("by", as: Combination<Int, Bool>.self, { $0 > $1 }, { $0 % 5 > $1 % 5 }))
    }

    Scenario(
      "merge()", ["a": "-1----2---|", "b": "---3----#", "c": "--5----6---7-|"], gives: "-153--26#",
      example: #"""
        let rooms = ["kitchen", "hall"].map { room in
          [19, 21].publisher.map { "\(room): \($0)°" }
        }
        let cancellable = rooms.merge().sink { print($0) }
        """#, prints: "kitchen: 19°\nkitchen: 21°\nhall: 19°\nhall: 21°",
      pitfall: """
        All publishers are subscribed to at once: a collection of a thousand requests runs a thousand requests. Use \
        `flatMap(maxPublishers:_:)` for a bound.
        """
    ) { on in [on.a, on.b, on.c].merge() }

    Scenario(
      "mergeDelayingFailures(with:)", ["upstream": "-1---2-#", "other": "---7---8---9|"], gives: "-1-7-2-8---9#",
      example: #"""
        struct Offline: Error {
          let host: String
        }
        let disk = PassthroughSubject<String, Offline>()
        let network = PassthroughSubject<String, Offline>()
        let cancellable = disk.mergeDelayingFailures(with: network).sink { completion in
          if case .failure(let error) = completion { print("failed:", error.failures.map(\.host)) }
        } receiveValue: {
          print($0)
        }
        network.send(completion: .failure(Offline(host: "Oslo")))
        disk.send("from disk")
        disk.send(completion: .finished)
        """#, prints: "from disk\nfailed: [\"Oslo\"]",
      pitfall: """
        A failure is not seen before all have ended: one publisher that never ends keeps it back for ever. Use \
        `handleEvents` on each publisher to notice its failure at once.
        """,
      listed: Listing(
        under: "Elements of all, as they come",
        answers: ("I want to combine several publishers", "all at once, going on when one has failed"),
        beside: ["merge(with:)", "combineLatestDelayingFailures(_:)"], elsewhere: [("mergeDelayError", "Reactor")])
    ) { on in on.upstream.mergeDelayingFailures(with: on.other) }

    Scenario(
      "mergeDelayingFailures()", ["a": "-1----2---|", "b": "---3----#", "c": "--5----6---7-|"], gives: "-153--26---7-#",
      example: #"""
        struct Offline: Error {
          let host: String
        }
        let hosts = ["Oslo", "Rome", "Lima"].map { host in
          host == "Rome" ? Result<String, Offline>.success(host).publisher : .init(Offline(host: host))
        }
        let cancellable = hosts.mergeDelayingFailures().sink { completion in
          if case .failure(let error) = completion { print("failed:", error.failures.map(\.host)) }
        } receiveValue: {
          print($0)
        }
        """#, prints: "Rome\nfailed: [\"Oslo\", \"Lima\"]",
      pitfall: """
        A failure is not seen before all have ended: one publisher that never ends keeps it back for ever. Use \
        `handleEvents` on each publisher to notice its failure at once.
        """,
      listed: Listing(
        under: "Elements of all, as they come",
        answers: ("I want to combine several publishers", "all of a collection, going on when one has failed"))
    ) { on in [on.a, on.b, on.c].mergeDelayingFailures() }

    Scenario(
      "race(with:)", ["upstream": "----1-2-3-|", "other": "--7--8---9--|"], gives: "--7--8---9--|",
      covers: ["amb(_:)"],
      example: """
        let scheduler = TestScheduler()
        let near = Just("near").delay(for: .seconds(1), scheduler: scheduler)
        let far = Just("far").delay(for: .seconds(3), scheduler: scheduler)
        let cancellable = far.race(with: near).sink { print($0) }
        scheduler.advance(by: .seconds(5))
        """, prints: "near",
      pitfall: """
        A failure and an empty finish win, too. Put `ignoreFailure(completeImmediately: false)` before the race to \
        keep a publisher that fails out of it.
        """
    ) { on in on.upstream.race(with: on.other) }

    Scenario(
      "race()", ["a": "-----1-2-|", "b": "---3---4---|", "c": "----5-#"], gives: "---3---4---|", covers: ["amb()"],
      example: """
        let scheduler = TestScheduler()
        let mirrors = [("Oslo", 4), ("Rome", 2), ("Lima", 7)].map { city, time in
          Just(city).delay(for: .seconds(time), scheduler: scheduler)
        }
        let cancellable = mirrors.race().sink { print($0) }
        scheduler.advance(by: .seconds(10))
        """, prints: "Rome",
      pitfall: """
        The losers are started, too, and cancelled when one has won: what they have done by then, such as sending a \
        request, is done.
        """
    ) { on in [on.a, on.b, on.c].race() }
  }
}

extension OperatorModel {
  /// The lesser of the first elements of both comes first, and the first input's among equals.
  fileprivate static func mergeSorted<P: Publisher<Int, TestError>>(
    applying operation: @escaping @Sendable (Application) -> P
  ) -> OperatorModel {
    OperatorModel(
      of: 2, with: [1, 2, .max], others: [[3], [], Array(0..<40), [-5, 2, 2, 900, 1]],
      asks: { $0 == .max ? .everything : .atMostInAdvance($0) }, bound: { $0 }, failsAtOnce: true
    ) { _ in
      var (waiting, finished): ([[Int]], [Bool]) = ([[], []], [false, false])
      return { signal, input in
        switch signal {
        case .value(let value): waiting[input].append(value)
        case .finished: finished[input] = true
        case .failure: return [signal]
        }
        var output: [Signal] = []
        while (0...1).allSatisfy({ finished[$0] || !waiting[$0].isEmpty }), waiting != [[], []] {
          let isSecond = waiting[0].isEmpty || (waiting[1].first.map { $0 < waiting[0][0] } ?? false)
          output.append(.value(waiting[isSecond ? 1 : 0].removeFirst()))
        }
        return finished == [true, true] ? output + [.finished] : output
      }
    } applying: {
      operation($0)
    }
  }
}
