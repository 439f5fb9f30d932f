import StreamConcurrency
import StreamCore
import StreamSharing
import StreamSubscribing
import StreamTesting

extension Family {
  @ScenarioList static var loops: [Scenario] {
    Scenario(
      "forEach(_:)", ["upstream": "-1-2-3----4--|"], shows: ["body began": "-1--2--3--4--|"],
      matching: "nonisolated(nonsending) func forEach<Problem>", startsTasks: true,
      example: """
        func store(_ row: Int) async {}

        var stored: [Int] = []
        await (1...3).publisher.forEach { row in
          await store(row)
          stored.append(row)
        }
        print(stored)
        """, prints: "[1, 2, 3]",
      pitfall: """
        It requests one value at a time. A publisher that waits for demand is slowed down; a subject does not wait, and what \
        it sends while the closure runs is lost: put `buffer` before.
        """
    ) { on in
      let began = PassthroughSubject<Int, Never>()
      on.record("body began", began)
      Task {
        await on.infallible.upstream.buffer(size: 9, whenFull: .dropOldest).forEach(
          on.choice(
            "body", as: (nonisolated(nonsending) @Sendable (Int) async -> Void).self,
            { number in
              began.send(number)
              await on.wait(3)
            },
            { number in
              began.send(number)
              await on.wait(number)
            },
            { number in began.send(number) }))
        began.send(completion: .finished)
      }
    }

    Scenario(
      "forEach(_:)", ["upstream": "-1-2-3-#"], shows: ["body began": "-1--2--3--#"], matching: "throws(Self.Failure)",
      startsTasks: true,
      example: """
        struct Offline: Error {}
        let pages = ["a", "b"].publisher.setFailureType(to: Offline.self).append(Fail(error: Offline()))
        do throws(Offline) {
          try await pages.forEach { page in print("stored", page) }
        } catch {
          print(error)
        }
        """, prints: "stored a\nstored b\nOffline()",
      pitfall: """
        The closure may throw the failure of the publisher alone. Put `mapError` before, with `any Error` for all, \
        where it throws others.
        """
    ) { on in
      let began = PassthroughSubject<Int, MarbleFailure>()
      on.record("body began", began)
      Task {
        do throws(MarbleFailure) {
          try await on.upstream.buffer(size: 9, whenFull: .dropOldest).forEach(
            on.choice(
              "body", as: (nonisolated(nonsending) @Sendable (Int) async -> Void).self,
              { number in
                began.send(number)
                await on.wait(3)
              },
              { number in
                began.send(number)
                await on.wait(number)
              },
              { number in began.send(number) }))
          began.send(completion: .finished)
        } catch {
          began.send(completion: .failure(error))
        }
      }
    }

    Scenario(
      "forEach(_:)", ["upstream": "-1-2-3----4--|"], shows: ["body began": "-1--2--3"],
      matching: "-> AnyCancellable", startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        await withSerialTasks {
          let loop: AnyCancellable = ["a.png", "b.png", "c.png"].publisher.forEach { file in
            print("uploading", file)
            try? await scheduler.clock.sleep(for: .seconds(2))
          }
          await scheduler.advance(by: 3)
          loop.cancel()
        }
        """, prints: "uploading a.png\nuploading b.png",
      pitfall: """
        Keep what it returns: when that is released, the loop ends. In an asynchronous function say `let loop: \
        AnyCancellable`, or the compiler takes the form that is awaited.
        """
    ) { on in
      let began = PassthroughSubject<Int, Never>()
      on.record("body began", began)
      let numbers = on.infallible.upstream.buffer(size: 9, whenFull: .dropOldest)
      let loop: AnyCancellable = numbers.forEach(
        on.choice(
          "body", as: (@Sendable (Int) async -> Void).self,
          { number in
            began.send(number)
            await on.wait(3)
          },
          { number in began.send(number) }))
      on.at(9) { loop.cancel() }
    }

    Scenario(
      "forEach(receiveCompletion:receiveValue:)", ["upstream": "-1--2---#"], shows: ["closures": "-1--2---#"],
      startsTasks: true,
      example: """
        let scheduler = TestScheduler()
        await withSerialTasks {
          let loop = ["a.png", "b.png"].publisher.forEach(
            receiveCompletion: { _ in print("all uploaded") },
            receiveValue: { file in
              try? await scheduler.clock.sleep(for: .seconds(2))
              print("uploaded", file)
            })
          await scheduler.advance(by: 4)
          loop.cancel()
        }
        """, prints: "uploaded a.png\nuploaded b.png\nall uploaded",
      pitfall: "Keep what it returns: when that is released, the loop ends, and `receiveCompletion` is not called."
    ) { on in
      let closures = PassthroughSubject<Int, MarbleFailure>()
      on.record("closures", closures)
      let loop = on.upstream.forEach(
        receiveCompletion: { closures.send(completion: $0) },
        receiveValue: on.choice(
          "receiveValue", as: (@Sendable (Int) async -> Void).self,
          { number in
            closures.send(number)
            await on.wait(2)
          },
          { number in
            closures.send(number)
            await on.wait(5)
          },
          { number in
            await on.wait(2)
            closures.send(number)
          }))
      loop.store(in: on.cancellables)
    }

    Scenario(
      "values(buffering:)", ["upstream": "-123----4-|"], gives: "-1---3--4-|", demand: "1----1--11",
      startsTasks: true,
      example: """
        let readings = PassthroughSubject<Int, Never>()
        let newest = readings.values(buffering: .newest(2))
        do {
          var iterator = newest.makeAsyncIterator()
          for reading in 1...5 { readings.send(reading) }
          readings.send(completion: .finished)
          while let reading = await iterator.next() { print(reading) }
        }
        print("\\(newest.droppedCount) dropped")
        """, prints: "4\n5\n3 dropped",
      pitfall: """
        `values` without a choice requests one value for each turn of the loop, and a subject drops what it sends meanwhile. \
        `.unbounded` drops nothing, and has no bound.
        """
    ) { on in on.upstream.values(buffering: .newest(on.number("newest", 1, in: 0...3))).publisher }

    Scenario(
      "isolated(priority:operation:)", [:], gives: "---(6|)", startsTasks: true,
      example: """
        actor Counter {
          var count = 0
          func increment() -> Int { count += 1; return count }
          func increments() -> DeferredTask<Int, Never> { .isolated { self.increment() } }
        }
        let increments = await Counter().increments()
        for await count in increments.values { print(count) }
        for await count in increments.values { print(count) }
        """, prints: "1\n2",
      pitfall: """
        Each subscriber runs the closure anew. For one run that all share, add `share(replay:)`, or use a `Future`.
        """
    ) { on in
      DeferredTask.isolated(
        operation: on.choice(
          "operation", as: (@Sendable () async -> Int).self, { await on.double(3) }, { await on.double(1) }, { 7 }))
    }
  }
}
