import StreamCore
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingHopping: [Scenario] {
    Scenario(
      "receive(on:options:)", ["upstream": "-12---3---|"], gives: "---(12)----3---|",
      example: """
        let queue = TestScheduler()
        let cancellable = ["logo.png", "photo.png"].publisher
          .receive(on: queue)
          .sink { print("Show", $0) }
        print("subscribed")
        queue.advance(by: 0)
        """, prints: "subscribed\nShow logo.png\nShow photo.png",
      use: """
        Use it to handle elements on another scheduler than upstream's: on the main queue for a view, on a \
        queue of your own for work.
        """,
      pitfall: """
        Only what stands behind it runs on the scheduler; to do the work of upstream elsewhere, use `subscribe(on:options:)`. \
        Elements arrive asynchronously, even if upstream already runs on that scheduler.
        """
    ) { on in on.upstream.receive(on: on.queue) }

    Scenario(
      "receive(on:)", ["upstream": "-1-2--#"], gives: "-1-2--#", startsTasks: true,
      example: """
        actor Store {
          func listen(to names: [String]) async {
            for await _ in names.publisher
              .receive(on: self)
              .handleEvents(receiveOutput: { name in self.assumeIsolated { $0.add(name) } })
              .values {}
          }
          func add(_ name: String) { print("added", name) }
        }
        await Store().listen(to: ["Ada", "Grace"])
        """, prints: "added Ada\nadded Grace",
      pitfall: """
        The compiler does not know that closures behind it run on the actor: they need `assumeIsolated`. A `sink` that \
        is written on the actor runs there without this operator.
        """
    ) { on in on.upstream.receive(on: MainActor.shared) }

    Scenario(
      "subscribe(on:options:)", ["upstream": "-1-2--3|"], gives: "---1-2--3|",
      example: """
        let queue = TestScheduler()
        let cancellable = Deferred {
          print("read the file")
          return Just("its text")
        }
        .subscribe(on: queue)
        .sink { print($0) }
        print("subscribed")
        queue.advance(by: 0)
        """, prints: "subscribed\nread the file\nits text",
      use: """
        Use it to start work that blocks, such as reading a file, away from the thread that subscribes.
        """,
      pitfall: """
        It chooses where upstream is subscribed to, not where elements arrive: that is `receive(on:options:)`. A subject \
        sends where `send` is called, whatever the scheduler.
        """
    ) { on in on.upstream.subscribe(on: on.queue) }

    Scenario(
      "cancel(on:options:)", ["upstream": "-1-2-3-4-5-|"], shows: ["downstream": "-1-2!"],
      example: """
        let queue = TestScheduler()
        let camera = PassthroughSubject<Int, Never>()
        let cancellable = camera
          .handleEvents(receiveCancel: { print("camera off") })
          .cancel(on: queue)
          .sink { print($0) }
        cancellable.cancel()
        print("cancelled")
        queue.advance(by: 0)
        """, prints: "cancelled\ncamera off",
      pitfall: """
        Upstream goes on until the scheduler runs the cancel, and is retained until then: on a queue that is blocked \
        or stopped, for ever.
        """
    ) { on in
      on.record("downstream", on.upstream.cancel(on: on.queue), at: 1, cancelAt: 5)
    }

    Scenario(
      "lazyMap(on:options:_:)", ["upstream": "-123---4---|"], gives: "---6-----8---|",
      example: """
        let queue = TestScheduler()
        let sizes = PassthroughSubject<Int, Never>()
        let cancellable = sizes
          .lazyMap(on: queue) { "layout for \\($0) columns" }
          .sink { print($0) }
        for columns in 70...80 { sizes.send(columns) }
        queue.advance(by: 0)
        """, prints: "layout for 80 columns",
      pitfall:
        "Elements that a newer one overtakes are never transformed. If each counts, use `receive(on:)` and `map`."
    ) { on in
      on.upstream.lazyMap(
        on: on.queue, on.choice("transform", as: Transform<Int, Int>.self, { $0 * 2 }, { $0 + 5 }, { $0 % 3 }))
    }
  }
}
