extension Family {
  static let cancellables = [
    Unplayed(
      "insert(_:)", because: "it keeps subscriptions, and delivers nothing",
      example: """
        let bag = CancellableBag()
        bag.insert(AnyCancellable { print("timer stopped") })
        bag.insert(AnyCancellable { print("download stopped") })
        bag.cancel()
        bag.insert(AnyCancellable { print("too late: stopped at once") })
        """, prints: "timer stopped\ndownload stopped\ntoo late: stopped at once",
      pitfall: """
        What is inserted stays in the bag when its stream has ended. Use `sink(in:)` for many short streams: their \
        subscriptions leave the bag.
        """),
    Unplayed(
      "insert(_:)", because: "it keeps subscriptions, and delivers nothing", matching: "Token",
      example: #"""
        let downloads = CompositeCancellable()
        for name in ["a.txt", "b.txt"] {
          downloads.insert(AnyCancellable { print("\(name) stopped") })
        }
        downloads.cancel()
        downloads.insert(AnyCancellable { print("too late: stopped at once") })
        """#, prints: "a.txt stopped\nb.txt stopped\ntoo late: stopped at once",
      pitfall: """
        A member stays until it is removed, also when its work is done. Keep the token that is returned, and pass it \
        to `remove(_:)`.
        """),
    Unplayed(
      "remove(_:)", because: "it keeps subscriptions, and delivers nothing",
      example: """
        let downloads = CompositeCancellable()
        let download = AnyCancellable { print("stopped") }
        let token = downloads.insert(download)
        downloads.remove(token)
        downloads.cancel()
        print("still running")
        download.cancel()
        """, prints: "still running\nstopped",
      pitfall: "An `AnyCancellable` that nothing else retains cancels itself when it is removed."),
    Unplayed(
      "cancel()", because: "it ends subscriptions, and delivers nothing",
      example: """
        let bag = CancellableBag()
        let prices = PassthroughSubject<Int, Never>()
        prices.sink(in: bag) { print("table", $0) }
        prices.sink(in: bag) { print("chart", $0) }
        prices.send(30)
        bag.cancel()
        prices.send(40)
        """, prints: "table 30\nchart 30",
      pitfall: "After the cancel nothing can be kept any more: what comes in is cancelled at once."),
    Unplayed(
      "store(in:)", because: "it keeps a subscription, and delivers nothing", covers: ["cancelled(by:)"],
      example: """
        let bag = CancellableBag()
        let prices = PassthroughSubject<Int, Never>()
        prices.sink { print($0) }.store(in: bag)
        prices.send(30)
        bag.cancel()
        prices.send(40)
        """, prints: "30",
      pitfall: """
        The subscription stays in the bag when its stream has ended. Use `sink(in:)` for many short streams: their \
        subscriptions leave the bag.
        """),
    Unplayed(
      "replace(with:)", because: "it keeps a subscription, and delivers nothing",
      example: """
        let current = SerialCancellable()
        current.replace(with: AnyCancellable { print("first search stopped") })
        print("new search")
        current.replace(with: AnyCancellable { print("second search stopped") })
        current.cancel()
        """, prints: "new search\nfirst search stopped\nsecond search stopped",
      pitfall: """
        The new work starts before the one before is cancelled. Where they must not overlap, call `replace(with: nil)` \
        first.
        """),
    Unplayed(
      "set(_:)", because: "it keeps a subscription, and delivers nothing",
      example: """
        let subscription = SingleAssignmentCancellable()
        let numbers = PassthroughSubject<Int, Never>()
        subscription.set(
          numbers.sink { number in
            print(number)
            if number == 2 { subscription.cancel() }
          })
        for number in 1...3 { numbers.send(number) }
        """, prints: "1\n2",
      pitfall: """
        A second call traps, also after a cancel. Use a `SerialCancellable` for subscriptions that follow one another.
        """),
  ]
}
