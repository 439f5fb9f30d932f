import StreamConcurrency
import StreamCore
import StreamTesting

// The closures take as many ticks as the number says that they are given.
extension Family {
  @ScenarioList static var concurrencyMapping: [Scenario] {
    Scenario(
      "asyncMap(maxConcurrent:priority:_:)", ["upstream": "-31---2---|"], gives: "----(62)---4-|",
      matching: "throws(Self.Failure)", startsTasks: true,
      example: """
        func load(_ page: Int) async -> String { "page \\(page)" }

        let pages = (1...3).publisher.asyncMap(maxConcurrent: 2) { await load($0) }
        for await page in pages.values { print(page) }
        """, prints: "page 1\npage 2\npage 3",
      pitfall: """
        `maxConcurrent` is 1 unless you say otherwise: one after the other. A result that is ready waits for those before it; \
        if their order does not matter, use `asyncMapUnordered`.
        """
    ) { on in
      on.upstream.asyncMap(
        maxConcurrent: on.number("maxConcurrent", 2, in: 1...3),
        on.choice(
          "transform", as: AsyncAttempt<Int, Int>.self, { await on.double($0) },
          { number in
            await on.wait(2)
            return number * 2
          }, { $0 * 2 }))
    }

    Scenario(
      "asyncMap(maxConcurrent:priority:_:)", ["upstream": "-13---2---|"], gives: "--2--#", matching: "throws(Problem)",
      startsTasks: true,
      example: """
        struct NotFound: Error {}
        func load(_ page: Int) async throws(NotFound) -> String {
          if page > 2 { throw NotFound() }
          return "page \\(page)"
        }
        let pages = (1...3).publisher.asyncMap { page async throws(NotFound) in try await load(page) }
        do {
          for try await page in pages.values { print(page) }
        } catch {
          print("no more pages")
        }
        """, prints: "page 1\npage 2\nno more pages",
      pitfall: """
        One failure ends the stream and cancels the other tasks. To go on, let the closure return a `Result`, or an optional \
        with `asyncCompactMap`.
        """
    ) { on in
      on.infallible.upstream.asyncMap(
        maxConcurrent: on.number("maxConcurrent", 2, in: 1...3),
        on.choice(
          "transform", as: (@Sendable (Int) async throws -> Int).self, { try await on.doubleSmall($0) },
          { try await on.doubleSmall($0 - 1) }, { await on.double($0) }))
    }

    Scenario(
      "asyncMap(maxConcurrent:inOrderBy:priority:_:)", ["upstream": "-312-----|"], gives: "----6(24)---|",
      matching: "throws(Self.Failure)", startsTasks: true,
      example: """
        struct Deposit: Sendable {
          let account: String
          let amount: Int
        }
        actor Bank {
          var balances: [String: Int] = [:]
          func deposit(_ deposit: Deposit) -> String {
            balances[deposit.account, default: 0] += deposit.amount
            return "\\(deposit.account): \\(balances[deposit.account, default: 0])"
          }
        }
        let bank = Bank()
        let deposits = [("ada", 5), ("alan", 7), ("ada", 10)].map { Deposit(account: $0.0, amount: $0.1) }
        let balances = deposits.publisher.asyncMap(maxConcurrent: 8, inOrderBy: \\.account) { await bank.deposit($0) }
        for await balance in balances.values { print(balance) }
        """, prints: "ada: 5\nalan: 7\nada: 15",
      pitfall: """
        Elements that wait for their key count towards `maxConcurrent`: many of one key in a row keep other keys waiting. \
        If that happens, choose some times the number of closures that you want to run at the same time.
        """,
      listed: Listing(
        under: "Operators with asynchronous closures",
        answers: (
          "I want to go to and from async code",
          "call asynchronous code for the elements of one key in order, of different keys at the same time"
        ),
        beside: [
          "asyncMap(maxConcurrent:priority:_:)", "groupBy(maxGroups:bufferSize:whenFull:whenIdle:fileID:line:_:)",
        ],
        elsewhere: [("mapAsyncPartitioned", "Akka, Pekko")])
    ) { on in
      on.upstream.asyncMap(
        maxConcurrent: on.number("maxConcurrent", 3, in: 1...3),
        inOrderBy: on.choice("key", as: Transform<Int, Int>.self, { $0 % 2 }, { _ in 0 }, { $0 }),
        on.choice(
          "transform", as: AsyncAttempt<Int, Int>.self, { await on.double($0) },
          { number in
            await on.wait(2)
            return number * 2
          }))
    }

    Scenario(
      "asyncMap(maxConcurrent:inOrderBy:priority:_:)", ["upstream": "-132-----|"], gives: "--2--#",
      matching: "throws(Problem)", startsTasks: true,
      example: """
        struct Overdrawn: Error {}
        let scheduler = TestScheduler()
        func withdraw(_ amount: Int, from account: String) async throws(Overdrawn) -> String {
          try? await scheduler.clock.sleep(for: .seconds(1))
          if amount > 100 { throw Overdrawn() }
          return "\\(amount) from \\(account)"
        }
        await withSerialTasks {
          let orders = [("ada", 50), ("alan", 70), ("alan", 500), ("ada", 5)].publisher
          let cancellable = orders.asyncMap(maxConcurrent: 8, inOrderBy: { $0.0 }) { order async throws(Overdrawn) in
            try await withdraw(order.1, from: order.0)
          }.sink { _ in print("stopped") } receiveValue: { print($0) }
          await scheduler.advance(by: 3)
          cancellable.cancel()
        }
        """, prints: "50 from ada\n70 from alan\nstopped",
      pitfall: """
        A failure ends the stream at once: results of other keys that wait for earlier ones are dropped, though their \
        closures have run. A program that starts again after the last delivered result transforms those elements twice.
        """
    ) { on in
      on.infallible.upstream.asyncMap(
        maxConcurrent: on.number("maxConcurrent", 3, in: 1...3),
        inOrderBy: { $0 % 2 },
        on.choice(
          "transform", as: (@Sendable (Int) async throws -> Int).self, { try await on.doubleSmall($0) },
          { try await on.doubleSmall($0 - 1) }))
    }

    Scenario(
      "asyncMapUnordered(maxConcurrent:priority:_:)", ["upstream": "-31---2---|"], gives: "---26---4-|",
      startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        func ask(_ server: String) async -> String {
          try? await scheduler.clock.sleep(for: .seconds(server == "far" ? 3 : 1))
          return server
        }
        await withSerialTasks {
          let cancellable = ["far", "near"].publisher
            .asyncMapUnordered(maxConcurrent: 2) { await ask($0) }
            .sink { print($0, "has answered") }
          await scheduler.advance(by: 3)
          cancellable.cancel()
        }
        """, prints: "near has answered\nfar has answered",
      pitfall:
        "Results come in the order in which they are ready. Carry the element along if you must know whose it is."
    ) { on in
      on.upstream.asyncMapUnordered(
        maxConcurrent: on.number("maxConcurrent", 2, in: 1...3),
        on.choice(
          "transform", as: AsyncAttempt<Int, Int>.self, { await on.double($0) },
          { number in
            await on.wait(2)
            return number * 2
          }, { $0 * 2 }))
    }

    Scenario(
      "asyncMapLatest(priority:_:)", ["upstream": "-3-31---2---|"], gives: "-----2----4-|", startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        func search(_ text: String) async -> String {
          try? await scheduler.clock.sleep(for: .seconds(1))
          return "results for \\(text)"
        }
        let query = PassthroughSubject<String, Never>()
        await withSerialTasks {
          let cancellable = query.asyncMapLatest { await search($0) }.sink { print($0) }
          query.send("swi")
          query.send("swift")
          await scheduler.advance(by: 2)
          cancellable.cancel()
        }
        """, prints: "results for swift",
      pitfall: """
        If elements come faster than the closure answers, no result is delivered at all. For typing, put `debounce` before \
        it; to start none while one runs, use `asyncMap`.
        """
    ) { on in
      on.upstream.asyncMapLatest(
        on.choice(
          "transform", as: AsyncAttempt<Int, Int>.self, { await on.double($0) },
          { number in
            await on.wait(5)
            return number * 2
          }, { $0 * 2 }))
    }

    Scenario(
      "asyncFilter(maxConcurrent:priority:_:)", ["upstream": "-3251-----|"], gives: "----3---(51)-|", startsTasks: true,
      example: """
        func isFree(_ name: String) async -> Bool { name != "ada" }

        let free = ["ada", "grace", "alan"].publisher.asyncFilter { await isFree($0) }
        for await name in free.values { print(name) }
        """, prints: "grace\nalan",
      pitfall: """
        `maxConcurrent` is 1 unless you say otherwise: one test after the other, and a slow one holds up all behind \
        it.
        """
    ) { on in
      on.upstream.asyncFilter(
        maxConcurrent: on.number("maxConcurrent", 4, in: 1...4),
        on.choice(
          "isIncluded", as: AsyncAttempt<Int, Bool>.self, { await on.isOdd($0) }, { await !on.isOdd($0) }, { $0 > 2 }))
    }

    Scenario(
      "asyncFilterUnordered(maxConcurrent:priority:_:)", ["upstream": "-3251-----|"], gives: "----31--5-|",
      startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        func isReachable(_ server: String) async -> Bool {
          try? await scheduler.clock.sleep(for: .seconds(server.count))
          return server != "down"
        }
        await withSerialTasks {
          let cancellable = ["overseas", "down", "near"].publisher
            .asyncFilterUnordered(maxConcurrent: 3) { await isReachable($0) }
            .sink { print($0) }
          await scheduler.advance(by: 8)
          cancellable.cancel()
        }
        """, prints: "near\noverseas",
      pitfall: "Elements come in the order in which their tests end. If their own order counts, use `asyncFilter`."
    ) { on in
      on.upstream.asyncFilterUnordered(
        maxConcurrent: on.number("maxConcurrent", 4, in: 1...4),
        on.choice(
          "isIncluded", as: AsyncAttempt<Int, Bool>.self, { await on.isOdd($0) }, { await !on.isOdd($0) }, { $0 > 2 }))
    }

    Scenario(
      "asyncCompactMap(maxConcurrent:priority:_:)", ["upstream": "-6124-----|"], gives: "-------(31)2-|",
      startsTasks: true,
      example: """
        func user(_ id: Int) async -> String? { [1: "Ada", 3: "Alan"][id] }

        let users = (1...3).publisher.asyncCompactMap { await user($0) }
        for await name in users.values { print(name) }
        """, prints: "Ada\nAlan",
      pitfall: """
        A result that is ready waits for those before it, and an element that leads to `nil` is waited for, too. If \
        the order does not matter, use `asyncCompactMapUnordered`.
        """
    ) { on in
      on.upstream.asyncCompactMap(
        maxConcurrent: on.number("maxConcurrent", 4, in: 1...4),
        on.choice(
          "transform", as: AsyncAttempt<Int, Int?>.self, { await on.half($0) }, { await on.isOdd($0) ? $0 : nil },
          { $0 > 2 ? $0 : nil }))
    }

    Scenario(
      "asyncCompactMapUnordered(maxConcurrent:priority:_:)", ["upstream": "-6124-----|"], gives: "-----1-32-|",
      startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        func price(of shop: String) async -> Int? {
          try? await scheduler.clock.sleep(for: .seconds(shop.count))
          return ["corner": 12, "big": 9][shop]
        }
        await withSerialTasks {
          let cancellable = ["corner", "closed", "big"].publisher
            .asyncCompactMapUnordered(maxConcurrent: 3) { await price(of: $0) }
            .sink { print($0) }
          await scheduler.advance(by: 6)
          cancellable.cancel()
        }
        """, prints: "9\n12",
      pitfall: """
        Nothing tells which elements have led to `nil`, or whose result comes first. Return the element with the \
        result if you must know.
        """
    ) { on in
      on.upstream.asyncCompactMapUnordered(
        maxConcurrent: on.number("maxConcurrent", 3, in: 1...4),
        on.choice(
          "transform", as: AsyncAttempt<Int, Int?>.self, { await on.half($0) }, { await on.isOdd($0) ? $0 : nil },
          { $0 > 2 ? $0 : nil }))
    }

    Scenario(
      "asyncConcatMap(maxConcurrent:priority:_:fileID:line:)",
      ["upstream": "-31-------|", "3": "a--b|", "1": "c--d|"], gives: "----a--bc--d|", startsTasks: true,
      example: """
        func messages(of room: String) async -> some Publisher<String, Never> & Sendable {
          ["\\(room): hello", "\\(room): bye"].publisher
        }
        let all = ["kitchen", "hall"].publisher.asyncConcatMap(maxConcurrent: 2) { await messages(of: $0) }
        for await message in all.values { print(message) }
        """, prints: "kitchen: hello\nkitchen: bye\nhall: hello\nhall: bye",
      pitfall: """
        A publisher that never finishes holds up all that come after it: `asyncFlatMap` delivers what is there.
        """
    ) { on in
      on.upstream.asyncConcatMap(
        maxConcurrent: on.number("maxConcurrent", 2, in: 1...3),
        on.choice(
          "transform", as: AsyncAttempt<Int, MarblePublisher<String, MarbleFailure>>.self, { await on.letters(of: $0) },
          { await on.letters(of: 4 - $0) }, { _ in await on.letters(of: 1) }))
    }

    Scenario(
      "asyncFlatMap(maxConcurrent:priority:_:)", ["upstream": "-31-------|", "3": "a--b|", "1": "c--d|"],
      gives: "---ca-db--|", startsTasks: true,
      example: """
        func messages(of room: String) async -> some Publisher<String, Never> & Sendable {
          ["\\(room): hello", "\\(room): bye"].publisher
        }
        let all = ["kitchen", "hall"].publisher.asyncFlatMap { await messages(of: $0) }
        for await message in all.values { print(message) }
        """, prints: "kitchen: hello\nkitchen: bye\nhall: hello\nhall: bye",
      pitfall: """
        A publisher that never finishes keeps its place: with `maxConcurrent: 1`, which is the default, the second element \
        is never transformed.
        """
    ) { on in
      on.upstream.asyncFlatMap(
        maxConcurrent: on.number("maxConcurrent", 2, in: 1...3),
        on.choice(
          "transform", as: AsyncAttempt<Int, MarblePublisher<String, MarbleFailure>>.self, { await on.letters(of: $0) },
          { await on.letters(of: 4 - $0) }, { _ in await on.letters(of: 1) }))
    }
  }
}
