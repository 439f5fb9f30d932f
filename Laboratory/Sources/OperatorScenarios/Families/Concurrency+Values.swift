import StreamConcurrency
import StreamCore
import StreamSubjects
import StreamTesting

/// The properties that an asynchronous function awaits: what it gets is shown as a stream.
extension Family {
  @ScenarioList static var awaitedValues: [Scenario] {
    Scenario(
      "firstValue", ["upstream": "--1--2--3--|"], shows: ["result": "--(1|)"], startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        let first = await (1...3).publisher.map { $0 * 10 }.firstValue
        print(first ?? 0)
        """, prints: "10",
      pitfall: "It is `nil` for a publisher that finishes without a value, and for a task that is cancelled."
    ) { on in
      let result = PassthroughSubject<Int, Never>()
      on.record("result", result)
      Task {
        if let first = await on.infallible.upstream.firstValue { result.send(first) }
        result.send(completion: .finished)
      }
    }

    Scenario(
      "firstValue", ["upstream": "--#"], shows: ["result": "--#"], matching: "throws", startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        struct Offline: Error {}
        let page = Fail<String, Offline>(error: Offline())
        do { print(try await page.firstValue ?? "none") } catch { print(error) }
        """, prints: "Offline()",
      pitfall: """
        A cancel of the task is no error: it gives `nil`, as a publisher without a value does. Ask `Task.isCancelled` \
        to tell them apart.
        """
    ) { on in
      let result = PassthroughSubject<Int, MarbleFailure>()
      on.record("result", result)
      Task {
        do throws(MarbleFailure) {
          if let first = try await on.upstream.firstValue { result.send(first) }
          result.send(completion: .finished)
        } catch { result.send(completion: .failure(error)) }
      }
    }

    Scenario(
      "lastValue", ["upstream": "--1--2--3--|"], shows: ["result": "-----------(3|)"], startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        let sum = await (1...4).publisher.scan(0, +).lastValue
        print(sum ?? 0)
        """, prints: "10",
      pitfall: "A publisher that never finishes is awaited for ever: end it with `prefix` or `timeout`."
    ) { on in
      let result = PassthroughSubject<Int, Never>()
      on.record("result", result)
      Task {
        if let last = await on.infallible.upstream.lastValue { result.send(last) }
        result.send(completion: .finished)
      }
    }

    Scenario(
      "lastValue", ["upstream": "--1--2--#"], shows: ["result": "--------#"], matching: "throws", startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        struct Offline: Error {}
        let pages = ["a", "b"].publisher.setFailureType(to: Offline.self).append(Fail(error: Offline()))
        do { print(try await pages.lastValue ?? "none") } catch { print(error) }
        """, prints: "Offline()",
      pitfall: """
        A failure is thrown in place of the last value, which is lost. Loop over `values` to have it all the same.
        """
    ) { on in
      let result = PassthroughSubject<Int, MarbleFailure>()
      on.record("result", result)
      Task {
        do throws(MarbleFailure) {
          if let last = try await on.upstream.lastValue { result.send(last) }
          result.send(completion: .finished)
        } catch { result.send(completion: .failure(error)) }
      }
    }

    Scenario(
      "allValues", ["upstream": "--1--2--3--|"], shows: ["result": "-----------(A|)"], startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        let names = await ["ada", "grace"].publisher.map { $0.capitalized }.allValues
        print(names)
        """, prints: #"["Ada", "Grace"]"#,
      pitfall:
        "All values are kept in memory until the end: for a long stream write `for await value in publisher.values`."
    ) { on in
      let result = PassthroughSubject<[Int], Never>()
      on.record("result", result)
      Task {
        result.send(await on.infallible.upstream.allValues)
        result.send(completion: .finished)
      }
    }

    Scenario(
      "allValues", ["upstream": "--1--2--#"], shows: ["result": "--------#"], matching: "throws", startsTasks: true,
      fixed: "the task only awaits the result, and writes it down",
      example: """
        struct Offline: Error {}
        let pages = ["a", "b"].publisher.setFailureType(to: Offline.self).append(Fail(error: Offline()))
        do { print(try await pages.allValues) } catch { print(error) }
        """, prints: "Offline()",
      pitfall: "A failure drops the values that have come. Loop over `values` to keep them."
    ) { on in
      let result = PassthroughSubject<[Int], MarbleFailure>()
      on.record("result", result)
      Task {
        do throws(MarbleFailure) {
          result.send(try await on.upstream.allValues)
          result.send(completion: .finished)
        } catch { result.send(completion: .failure(error)) }
      }
    }

    Scenario(
      "values", ["upstream": "--1--2--3--|"], shows: ["for await value": "--1--2--3--|"], startsTasks: true,
      fixed: "the task only runs the loop, and writes down what it sees",
      example: """
        for await level in [3, 5, 8].publisher.values {
          print("level", level)
        }
        """, prints: "level 3\nlevel 5\nlevel 8",
      pitfall: """
        It requests one value for each turn of the loop, and a subject drops what it sends meanwhile: put `buffer` before, or \
        choose with `values(buffering:)`.
        """
    ) { on in
      let loop = PassthroughSubject<Int, Never>()
      on.record("for await value", loop)
      Task {
        for await value in on.infallible.upstream.values { loop.send(value) }
        loop.send(completion: .finished)
      }
    }

    Scenario(
      "values", ["upstream": "--1--2--#"], shows: ["for try await value": "--1--2--#"],
      matching: "AsyncThrowingPublisher", startsTasks: true,
      fixed: "the task only runs the loop, and writes down what it sees",
      example: """
        struct Offline: Error {}
        let pages = ["a", "b"].publisher.setFailureType(to: Offline.self).append(Fail(error: Offline()))
        do {
          for try await page in pages.values { print(page) }
        } catch {
          print(error)
        }
        """, prints: "a\nb\nOffline()",
      pitfall: """
        It requests one value for each turn of the loop, and a subject drops what it sends meanwhile: put `buffer` \
        before, or choose with `values(buffering:)`.
        """
    ) { on in
      let loop = PassthroughSubject<Int, MarbleFailure>()
      on.record("for try await value", loop)
      Task {
        do throws(MarbleFailure) {
          for try await value in on.upstream.values { loop.send(value) }
          loop.send(completion: .finished)
        } catch { loop.send(completion: .failure(error)) }
      }
    }

    Scenario(
      "value", [:], shows: ["result": "-----(1|)"], startsTasks: true,
      fixed: "this one only keeps the promise, which its task awaits",
      example: """
        let answer = Future<Int, Never> { promise in promise(.success(42)) }
        print(await answer.value)
        """, prints: "42",
      pitfall: "It waits for the promise alone: a cancel of the task does not end it."
    ) { on in
      let result = PassthroughSubject<Int, Never>()
      on.record("result", result)
      let future = Future<Int, Never> { promise in on.at(5) { promise(.success(1)) } }
      Task {
        result.send(await future.value)
        result.send(completion: .finished)
      }
    }

    Scenario(
      "value", [:], shows: ["result": "-----#"], matching: "throws", startsTasks: true,
      fixed: "this one only keeps the promise, which its task awaits",
      example: """
        struct Offline: Error {}
        let page = Future<String, Offline> { promise in promise(.failure(Offline())) }
        do { print(try await page.value) } catch { print(error) }
        """, prints: "Offline()",
      pitfall: """
        A cancel of the task ends the wait, with a `CancellationError`, and not the work that fulfils the promise.
        """
    ) { on in
      let result = PassthroughSubject<Int, MarbleFailure>()
      on.record("result", result)
      let future = Future<Int, MarbleFailure> { promise in on.at(5) { promise(.failure(MarbleFailure())) } }
      Task {
        do {
          result.send(try await future.value)
          result.send(completion: .finished)
        } catch { result.send(completion: .failure(MarbleFailure())) }
      }
    }

    Scenario(
      "publisher", ["upstream": "--1--2--3--|"], gives: "--1--2--3--|", startsTasks: true,
      example: """
        let (lines, input) = AsyncStream.makeStream(of: String.self)
        for line in ["one", "two"] { input.yield(line) }
        input.finish()
        print(await lines.publisher.map { $0.uppercased() }.allValues)
        """, prints: #"["ONE", "TWO"]"#,
      pitfall: """
        Each subscription makes an iterator. An `AsyncStream` has one for all of them, which share its elements: put `share` \
        behind.
        """
    ) { on in on.infallible.upstream.values.publisher }
  }
}
