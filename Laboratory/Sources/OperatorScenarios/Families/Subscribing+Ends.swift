extension Family {
  static let subscribingEnds = [
    Unplayed(
      "sink(on:maxPending:receiveCompletion:receiveValue:)",
      because: "it is the end of a pipeline, and its closures run on an actor",
      example: """
        actor Store {
          var total = 0
          func add(_ number: Int) { total += number }
        }
        let store = Store()
        let (finished, finish) = AsyncStream<Void>.makeStream()
        let cancellable = (1...3).publisher.sink(
          on: store,
          receiveCompletion: { store, _ in finish.finish() },
          receiveValue: { store, number in store.add(number) })
        for await _ in finished {}
        print(await store.total)
        """, prints: "6",
      pitfall: """
        By default all that waits for a busy actor is kept in memory. Pass `maxPending` to ask a source that waits for \
        demand for no more than that.
        """),
    Unplayed(
      "sink(in:receiveCompletion:receiveValue:)", because: "it is the end of a pipeline",
      example: """
        let bag = CancellableBag()
        let prices = PassthroughSubject<Int, Never>()
        prices.sink(in: bag) { print($0) }
        prices.send(30)
        print("in the bag:", bag.count)
        prices.send(completion: .finished)
        print("in the bag:", bag.count)
        """, prints: "30\nin the bag: 1\nin the bag: 0",
      pitfall: """
        The release of the bag cancels. Keep it as long as the subscriptions are to live: as a property, not as a \
        variable of a function.
        """),
    Unplayed(
      "receive(subscription:)", because: "a publisher calls it",
      covers: ["receive(_:)", "receive(completion:)"],
      example: """
        let subscriber = Subscribers.FixedSink<Int, Never>(
          demand: 2, receiveCompletion: { print($0) }, receiveValue: { print($0) })
        (1...5).publisher.subscribe(subscriber)
        """, prints: "1\n2\nfinished",
      pitfall: """
        A subscriber serves one subscription: the publisher that it is given to next is cancelled at once. Make one \
        for each.
        """),
  ]

  static let invocations = [
    Unplayed(
      "invoke(_:on:isolation:)", because: "it is the end of a pipeline",
      example: """
        final class Log {
          func append(_ line: String) { print("log:", line) }
        }
        let log = Log()
        let cancellable = ["started", "stopped"].publisher.invoke(Log.append, on: log)
        """, prints: "log: started\nlog: stopped",
      pitfall: """
        The object is retained until the stream ends: if it stores the cancellable, the two form a reference cycle. \
        Use `invoke(_:onWeak:)` there.
        """),
    Unplayed(
      "invoke(_:onWeak:isolation:)", because: "it is the end of a pipeline",
      example: """
        final class Log {
          func append(_ line: String) { print("log:", line) }
          deinit { print("released") }
        }
        let lines = PassthroughSubject<String, Never>()
        var log: Log? = Log()
        let cancellable = lines.invoke(Log.append, onWeak: log!)
        lines.send("started")
        log = nil
        lines.send("stopped")
        """, prints: "log: started\nreleased",
      pitfall: """
        The cancellable does not keep the object alive: an object that nothing else retains is released at once.
        """),
    Unplayed(
      "invoke(_:onUnowned:isolation:)", because: "it is the end of a pipeline",
      example: """
        final class Screen {
          var cancellable: AnyCancellable?
          func show(_ text: String) { print("showing", text) }
        }
        let screen = Screen()
        screen.cancellable = ["home", "settings"].publisher.invoke(Screen.show, onUnowned: screen)
        """, prints: "showing home\nshowing settings",
      pitfall: "A value after the release of the object traps. Use `invoke(_:onWeak:)` where that can happen."),
    Unplayed(
      "invoke(_:on:isolation:)", because: "it is the end of a pipeline", matching: "-> () ->",
      example: """
        final class Page {
          func reload() { print("reloading") }
        }
        let pulls = PassthroughSubject<Void, Never>()
        let page = Page()
        let cancellable = pulls.invoke(Page.reload, on: page)
        pulls.send()
        pulls.send()
        """, prints: "reloading\nreloading",
      pitfall: """
        The object is retained until the stream ends: if it stores the cancellable, the two form a reference cycle. \
        Use `invoke(_:onWeak:)` there.
        """),
    Unplayed(
      "invoke(_:onWeak:isolation:)", because: "it is the end of a pipeline", matching: "-> () ->",
      example: """
        final class Page {
          func reload() { print("reloading") }
          deinit { print("released") }
        }
        let pulls = PassthroughSubject<Void, Never>()
        var page: Page? = Page()
        let cancellable = pulls.invoke(Page.reload, onWeak: page!)
        pulls.send()
        page = nil
        pulls.send()
        """, prints: "reloading\nreleased",
      pitfall: """
        The cancellable does not keep the object alive: an object that nothing else retains is released at once.
        """),
    Unplayed(
      "invoke(_:onUnowned:isolation:)", because: "it is the end of a pipeline", matching: "-> () ->",
      example: """
        final class Clock {
          var cancellable: AnyCancellable?
          func strike() { print("ding") }
        }
        let hours = PassthroughSubject<Void, Never>()
        let clock = Clock()
        clock.cancellable = hours.invoke(Clock.strike, onUnowned: clock)
        hours.send()
        hours.send()
        """, prints: "ding\nding",
      pitfall: "A value after the release of the object traps. Use `invoke(_:onWeak:)` where that can happen."),
  ]
}
