import StreamCore
import StreamDebugging
import StreamErrorHandling
import StreamSubjects
import StreamSubscribing
import StreamTesting

extension Family {
  static let subscribing = Family(
    "StreamSubscribing", unplayed: subscribingEnds + assignments + invocations + cancellables
  ) {
    Scenario(
      "sink(fixedDemand:receiveCompletion:receiveValue:)", ["upstream": "--1--2--3--4--|"],
      shows: ["closures": "--1--2--(3|)"],
      fixed: "these only write down what they are told",
      example: """
        let cancellable = (1...9).publisher
          .sink(fixedDemand: 3, receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "1\n2\n3\nfinished",
      pitfall: """
        `.finished` comes after the last value that was asked for, too. It does not tell that upstream has ended.
        """
    ) { on in
      let closures = PassthroughSubject<Int, MarbleFailure>()
      on.record("closures", closures)
      on.upstream.sink(
        fixedDemand: on.number("fixedDemand", 3, in: 1...5),
        receiveCompletion: { closures.send(completion: $0) },
        receiveValue: { closures.send($0) }
      )
      .store(in: on.cancellables)
    }

    Scenario(
      "sink(fixedDemand:receiveValue:)", ["upstream": "--1--2--3--4--|"], shows: ["closure": "--1--2--3------"],
      fixed: "this one only writes down what it is told",
      example: """
        let cancellable = ["Ada", "Bo", "Cy"].publisher
          .handleEvents(receiveCancel: { print("enough") })
          .sink(fixedDemand: 2) { print($0) }
        """, prints: "Ada\nBo\nenough",
      pitfall: """
        After the last value upstream is cancelled: work of which only the end counts, such as a download, is cut \
        short there.
        """
    ) { on in
      let closure = PassthroughSubject<Int, Never>()
      on.record("closure", closure)
      on.upstream.ignoreFailure()
        .sink(fixedDemand: on.number("fixedDemand", 3, in: 1...5)) { closure.send($0) }
        .store(in: on.cancellables)
    }

    Scenario(
      "sink(maxDemand:receiveCompletion:receiveValue:)", ["upstream": "--1--2--3--|"],
      shows: ["requests": "2-1--1--1", "closures": "--1--2--3--|"],
      fixed: "these only write down what they are told",
      example: """
        let cancellable = (1...3).publisher
          .handleEvents(receiveRequest: { print("request", $0) })
          .sink(maxDemand: .max(2), receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """, prints: "request max(2)\n1\nrequest max(1)\n2\nrequest max(1)\n3\nrequest max(1)\nfinished",
      pitfall: """
        A source that does not wait for demand, such as a subject, drops what it sends without it. Put \
        `buffer(size:prefetch:whenFull:)` before the sink.
        """
    ) { on in
      let requests = PassthroughSubject<Int, Never>()
      let closures = PassthroughSubject<Int, MarbleFailure>()
      on.record("requests", requests)
      on.record("closures", closures)
      on.upstream
        .handleEvents(receiveRequest: { requests.send($0.max ?? 0) })
        .sink(
          maxDemand: .max(on.number("maxDemand", 2, in: 1...5)),
          receiveCompletion: { closures.send(completion: $0) },
          receiveValue: { closures.send($0) }
        )
        .store(in: on.cancellables)
    }

    Scenario(
      "sink(maxDemand:receiveValue:)", ["upstream": "--1--2--3--|"],
      shows: ["requests": "2-1--1--1--", "closure": "--1--2--3--"],
      fixed: "these only write down what they are told",
      example: """
        let cancellable = ["a", "b", "c"].publisher
          .handleEvents(receiveRequest: { print("request", $0) })
          .sink(maxDemand: .max(1)) { print($0) }
        """, prints: "request max(1)\na\nrequest max(1)\nb\nrequest max(1)\nc\nrequest max(1)",
      pitfall: """
        A source that does not wait for demand, such as a subject, drops what it sends without it. Put \
        `buffer(size:prefetch:whenFull:)` before the sink.
        """
    ) { on in
      let requests = PassthroughSubject<Int, Never>()
      let closure = PassthroughSubject<Int, Never>()
      on.record("requests", requests)
      on.record("closure", closure)
      on.upstream.ignoreFailure()
        .handleEvents(receiveRequest: { requests.send($0.max ?? 0) })
        .sink(maxDemand: .max(on.number("maxDemand", 2, in: 1...5))) { closure.send($0) }
        .store(in: on.cancellables)
    }

    Scenario(
      "result(onEmpty:_:)", ["upstream": "--1--2--|"], shows: ["handler": "--A"],
      fixed: "this one only writes down what it is told",
      example: """
        struct NoPrice: Error {}
        let prices = PassthroughSubject<Int, NoPrice>()
        let cancellable = prices.result(onEmpty: NoPrice()) { result in
          switch result {
          case .success(let price): print("price:", price)
          case .failure: print("no price")
          }
        }
        prices.send(30)
        prices.send(40)
        """, prints: "price: 30",
      pitfall: """
        Without `onEmpty`, the closure is not called at all for a publisher that finishes without a value. And keep \
        the cancellable: its release cancels.
        """
    ) { on in
      let handler = PassthroughSubject<String, Never>()
      on.record("handler", handler)
      on.upstream.result { handler.send("\($0)") }.store(in: on.cancellables)
    }
  }
}
