import StreamCore
import StreamMapping
import StreamSubjects
import StreamSubscribing
import StreamTesting

extension Family {
  static let subjects = Family("StreamSubjects") {
    Scenario(
      "eraseToAnySubject()", ["upstream": "-1---2---|", "other": "---7---8---9-"],
      shows: ["subject": "-1-7-2-8-|", "erased": "-1-7-2-8-|"],
      example: """
        struct Search {
          let query: AnySubject<String, Never>
        }
        let search = Search(query: CurrentValueSubject("swift").eraseToAnySubject())
        let cancellable = search.query.sink { print("searching for", $0) }
        search.query.send("heron")
        """, prints: "searching for swift\nsearching for heron",
      pitfall: "It is the same subject, with another type: who must not send gets `eraseToAnyPublisher()` instead."
    ) { on in
      let subject = PassthroughSubject<Int, MarbleFailure>()
      let erased = subject.eraseToAnySubject()
      on.record("subject", subject)
      on.record("erased", erased)
      on.upstream.subscribe(erased).store(in: on.cancellables)
      on.other.subscribe(subject).store(in: on.cancellables)
    }

    Scenario(
      "trySend(_:)", ["upstream": "-1--2--3-"], shows: ["subscriber": "-1-----3", "lost": "-0--1--0"],
      matching: "PassthroughSubject.",
      fixed: "these only send, and write down what became of it",
      example: """
        let prices = PassthroughSubject<Int, Never>()
        let early = prices.trySend(10)
        let cancellable = prices.sink { print("price", $0) }
        let late = prices.trySend(20)
        print("delivered:", early.delivered, "and", late.delivered)
        """, prints: "price 20\ndelivered: 0 and 1",
      pitfall: """
        A value that is sent during a delivery counts as waiting, and may be dropped later for want of demand: that \
        tells the `DropHook` alone.
        """
    ) { on in
      let (subject, lost) = (PassthroughSubject<Int, MarbleFailure>(), PassthroughSubject<Int, Never>())
      on.record("subscriber", subject, demand: "1----1---")
      on.record("lost", lost)
      on.upstream.sink(receiveCompletion: { subject.send(completion: $0) }) { lost.send(subject.trySend($0).dropped) }
        .store(in: on.cancellables)
    }

    Scenario(
      "trySend(_:)", ["upstream": "-1--2--3-"], shows: ["subscriber": "0-----23", "waiting": "-1--1--0"],
      matching: "CurrentValueSubject.",
      fixed: "these only send, and write down what became of it",
      example: """
        let volume = CurrentValueSubject<Int, Never>(3)
        let cancellable = volume.sink { print("volume", $0) }
        print(volume.trySend(5).delivered, "heard it")
        """, prints: "volume 3\nvolume 5\n1 heard it",
      pitfall: """
        A value that waits for a subscriber may never reach it: the next one takes its place, which no report says.
        """
    ) { on in
      let (subject, waiting) = (CurrentValueSubject<Int, MarbleFailure>(0), PassthroughSubject<Int, Never>())
      on.record("subscriber", subject, demand: "1-----2--")
      on.record("waiting", waiting)
      on.upstream.sink(receiveCompletion: { subject.send(completion: $0) }) {
        waiting.send(subject.trySend($0).buffered)
      }
      .store(in: on.cancellables)
    }

    Scenario(
      "publisher(bufferSize:whenFull:)", ["upstream": "-12345---6-|"],
      shows: ["fast": "-12345---6-|", "slow": "-1----(45)---6|"],
      example: """
        let scheduler = TestScheduler()
        let levels = BroadcastSubject<Int, Never>(bufferSize: 100, whenFull: .dropOldest)
        let meter = levels
          .publisher(bufferSize: 1, whenFull: .dropOldest)
          .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 1, scheduler: scheduler) }
          .sink { print("meter", $0) }
        for level in [3, 5, 8] { levels.send(level) }
        scheduler.advance(by: 2)
        """, prints: "meter 3\nmeter 8",
      pitfall: """
        With `.suspend` a `send` does not wait: what finds a full queue is dropped. Use `emit(_:)`, which waits for \
        room.
        """
    ) { on in
      let subject = BroadcastSubject<Int, MarbleFailure>(bufferSize: 9, whenFull: .suspend)
      on.record("fast", subject)
      on.record(
        "slow", subject.publisher(bufferSize: on.number("bufferSize", 2), whenFull: .dropOldest), demand: "1-----2---9")
      on.upstream.subscribe(subject).store(in: on.cancellables)
    }

    Scenario(
      "map(_:)", ["a": "1---2--3--"], gives: "2---4--6",
      example: """
        let celsius = CurrentValueRelay(20)
        let label = celsius.property.map { "\\($0) °C" }
        print(label.value)
        celsius.accept(25)
        print(label.value)
        """, prints: "20 °C\n25 °C",
      pitfall: """
        The closure runs at each reading, and for each subscriber: keep it cheap. It makes a property; for the operator of \
        streams, write `eraseToAnyPublisher()` before.
        """
    ) { on in
      on.properties.a.map(on.choice("transform", as: Transform<Int, Int>.self, { $0 * 2 }, { $0 + 5 }, { $0 % 3 }))
    }

    Scenario(
      "removingDuplicates()", ["a": "1--1--2-2--1--"], gives: "1-----2----1",
      example: """
        let volume = CurrentValueRelay(5)
        let isLoud = volume.property.map { $0 > 7 }.removingDuplicates()
        let cancellable = isLoud.sink { print($0 ? "loud" : "quiet") }
        for level in [6, 8, 9, 3] { volume.accept(level) }
        """, prints: "quiet\nloud\nquiet"
    ) { on in on.properties.a.removingDuplicates() }

    Scenario(
      "combined(with:)", ["a": "1-----2----", "b": "7--8-----9-"], gives: "A--B--C--D",
      example: """
        let name = CurrentValueRelay("Ada")
        let unread = CurrentValueRelay(0)
        let title = name.property
          .combined(with: unread.property)
          .map { "\\($0): \\($1) new" }
        print(title.value)
        unread.accept(3)
        print(title.value)
        """, prints: "Ada: 0 new\nAda: 3 new",
      pitfall: """
        Where both come from one source, a change of it is delivered as two, the first of which is half old. A reading of \
        `value` is never half old.
        """
    ) { on in on.properties.a.combined(with: on.properties.b) }

    Scenario(
      "combined(with:_:)", ["a": "1-----2----", "b": "7--8-------", "c": "0-------9--"], gives: "A--B--C-D",
      example: """
        let (width, height, depth) = (CurrentValueRelay(2), CurrentValueRelay(3), CurrentValueRelay(4))
        let volume = width.property.combined(with: height.property, depth.property).map { $0 * $1 * $2 }
        print(volume.value)
        depth.accept(5)
        print(volume.value)
        """, prints: "24\n30"
    ) { on in on.properties.a.combined(with: on.properties.b, on.properties.c) }

    Scenario(
      "combined(with:_:_:_:)",
      ["a": "1-----2----", "b": "7--8-------", "c": "0----------", "d": "0-------9--"], gives: "A--B--C-D",
      example: """
        let counts = (1...4).map { CurrentValueRelay($0).property }
        let all = counts[0].combined(with: counts[1], counts[2], counts[3])
        print(all.value)
        """, prints: "(1, 2, 3, 4)"
    ) { on in
      on.properties.a.combined(with: on.properties.b, on.properties.c, on.properties.d)
    }

    Scenario(
      "flatMap(_:)", ["a": "1----2------", "x": "3--4-----5--", "y": "6-------7---"], shows: ["property": "3--4-6--7"],
      example: """
        let english = CurrentValueRelay("Hello")
        let french = CurrentValueRelay("Bonjour")
        let isFrench = CurrentValueRelay(false)
        let greeting = isFrench.property.flatMap { $0 ? french.property : english.property }
        print(greeting.value)
        isFrench.accept(true)
        print(greeting.value)
        """, prints: "Hello\nBonjour",
      pitfall: """
        The closure runs at each reading and for each subscriber. Return a property that exists; one of a relay made \
        in the closure is a new one each time.
        """
    ) { on in
      let (a, x, y) = (on.properties.a, on.properties.x, on.properties.y)
      let property = a.flatMap(
        on.choice(
          "transform", as: Transform<Int, Property<Int>>.self, { $0 == 1 ? x : y }, { $0 == 1 ? y : x }, { _ in y }))
      on.record("property", property)
    }

    Scenario(
      "subscribe(_:)", ["upstream": "-1-2-|", "other": "-------3-4-"], shows: ["relay": "-1-2---3-4"],
      example: """
        let messages = PassthroughRelay<String>()
        let cancellable = messages.sink { print($0) }
        let first = ["one", "two"].publisher.subscribe(messages)
        let second = Just("three").subscribe(messages)
        """, prints: "one\ntwo\nthree",
      pitfall: """
        The finish of upstream is not passed on: nothing ends a relay but its release. Keep what is returned, for it is the \
        connection.
        """
    ) { on in
      let relay = PassthroughRelay<Int>()
      on.record("relay", relay)
      on.infallible.upstream.subscribe(relay).store(in: on.cancellables)
      on.infallible.other.subscribe(relay).store(in: on.cancellables)
    }

    Scenario(
      "callAsFunction(_:)", ["answer": "----a|"],
      shows: ["load(1)": "----a|", "load(2)": "(^#)", "load(3)": "^---a|"],
      example: """
        let scheduler = TestScheduler()
        let save = Action<String, String, Never> { text in
          Just("saved \\(text)").delay(for: 1, scheduler: scheduler).eraseToAnyPublisher()
        }
        let refusals = save.refusals.sink { print("refused", $0) }
        let values = save.values.sink { print($0) }
        let first = save("the draft").sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        let second = save("it again").sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        scheduler.advance(by: 1)
        """, prints: "refused it again\nsaved the draft",
      pitfall: """
        The call makes a publisher, and the run begins with a subscription: without one, nothing happens. While one runs, \
        others fail with `.disabled`, unless the action is made with another concurrency.
        """
    ) { on in
      let load = Action<Int, String, MarbleFailure>(
        on.choice(
          "execute", as: Transform<Int, AnyPublisher<String, MarbleFailure>>.self,
          { _ in on.text.answer.eraseToAnyPublisher() },
          { _ in Just("b").setFailureType(to: MarbleFailure.self).eraseToAnyPublisher() }))
      on.record("load(1)", load(1), at: 0)
      on.record("load(2)", load(2), at: 2)
      on.record("load(3)", load(3), at: 8)
    }
  }
}
