#if Explore
  import StreamTesting
  import Streams
  import Testing

  /// Operators with an asynchronous closure: its tasks, two at a time, cross values, requests, cancels and the end.
  @Suite("Explored: asynchronous closures")
  struct AsyncClosureScenarios {
    private typealias Source = AnyPublisher<Int, Never>

    /// Explores an operator between a source that sends 1, 2 and 3 and finishes, and a recorder that is asked for 5
    /// values by two threads, and cancelled by a third, perhaps.
    private func exploringTasks<Pipeline: Publisher<Int, Never>>(
      _ name: String, isCancelled: Bool = false,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      of makePipeline: (Source, ReleaseToken) -> Pipeline,
      check: @escaping (Exploration, [Int]) -> Void
    ) {
      exploring(name, fileID: fileID, filePath: filePath, line: line, column: column) { scenario in
        scenario.taskPool()
        let source = PassthroughSubject<Int, Never>()
        let recorder = scenario.recorder(of: Int.self, demand: .none)
        let buffered = source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
        makePipeline(buffered, scenario.token("The closure")).subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(source)
        scenario.thread("sender") {
          for value in 1...3 { source.send(value) }
          source.send(completion: .finished)
        }
        scenario.thread("requester") { for _ in 1...2 { recorder.request(.max(1)) } }
        scenario.thread("other requester") { recorder.request(.max(3)) }
        if isCancelled { scenario.thread("canceller") { recorder.cancel() } }
        scenario.atEnd {
          check(scenario, recorder.values)
          scenario.check(isCancelled || recorder.completion == .finished, "The end is \(recorder.completion as Any).")
        }
      }
    }

    @Test("asyncMap delivers all results in the order of the values, whoever asks for them")
    func inOrder() {
      exploringTasks("asyncMap") { source, token in
        source.asyncMap(maxConcurrent: 2) { value in
          if value == 1 { await Task.yield() }
          return token.pass(value)
        }
      } check: { scenario, values in
        scenario.expect(values, [1, 2, 3])
      }
    }

    @Test("asyncMap, in order by a key, runs one closure of a key at a time, and delivers all results in order")
    func inOrderByKey() {
      exploringTasks("asyncMap, in order by a key") { source, token in
        let (running, started) = (Box<Set<Int>>([]), Box<[Int]>([]))
        return source.asyncMap(maxConcurrent: 3, inOrderBy: { $0 % 2 }) { value in
          let isAlone = running.update { $0.insert(value % 2).inserted }
          started.update { $0.append(value) }
          await Task.yield()
          running.update { _ = $0.remove(value % 2) }
          let isInOrder = started.update { $0.filter { $0 != 2 } == (value == 1 ? [1] : [1, 3]) || value == 2 }
          return token.pass(isAlone && isInOrder ? value : -value)
        }
      } check: { scenario, values in
        scenario.expect(values, [1, 2, 3])
      }
    }

    @Test("asyncMap, in order by a key, that another thread cancels, releases its closures and what waits for its key")
    func inOrderByKeyCancelled() {
      exploringTasks("asyncMap, in order by a key, cancelled", isCancelled: true) { source, token in
        source.asyncMap(maxConcurrent: 3, inOrderBy: { token.pass($0 % 2) }) { value in
          await Task.yield()
          return token.pass(value)
        }
      } check: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3])
      }
    }

    @Test("asyncMap, in order by a key, runs no closure of a key after one that has thrown")
    func inOrderByKeyFails() {
      let started = Box<[Int]>([])
      exploringTasks("asyncMap, in order by a key, failing") { source, token in
        started.value = []
        return source.asyncMap(maxConcurrent: 3, inOrderBy: { $0 % 2 }) { value async throws(TestError) in
          started.update { $0.append(value) }
          await Task.yield()
          if value == 1 { throw TestError() }
          return token.pass(value)
        }.replaceError(with: 0)
      } check: { scenario, values in
        scenario.expect(values, [0])
        scenario.check(!started.value.contains(3), "The closure has run for \(started.value).")
      }
    }

    @Test("asyncMapUnordered delivers each result once")
    func unordered() {
      exploringTasks("asyncMapUnordered") { source, token in
        source.asyncMapUnordered(maxConcurrent: 2) { value in
          if value == 1 { await Task.yield() }
          return token.pass(value)
        }
      } check: { scenario, values in
        scenario.expect(values.sorted(), [1, 2, 3])
      }
    }

    @Test("asyncMapLatest delivers no result after that of a newer value, and the newest")
    func latest() {
      exploringTasks("asyncMapLatest") { source, token in
        source.asyncMapLatest { value in
          if value == 1 { await Task.yield() }
          return token.pass(value)
        }
      } check: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3])
        scenario.check(values.last == 3, "\(values) does not end with the newest.")
      }
    }

    @Test("asyncFlatMap delivers the value of each publisher once")
    func publishers() {
      exploringTasks("asyncFlatMap") { source, token in
        source.asyncFlatMap { value in Just(token.pass(value)) }
      } check: { scenario, values in
        scenario.expect(values.sorted(), [1, 2, 3])
      }
    }

    @Test("asyncConcatMap delivers the values of all publishers in the order of the values, whoever asks for them")
    func publishersInOrder() {
      exploringTasks("asyncConcatMap") { source, token in
        source.asyncConcatMap(maxConcurrent: 2) { value in
          if value == 1 { await Task.yield() }
          return Just(token.pass(value))
        }
      } check: { scenario, values in
        scenario.expect(values, [1, 2, 3])
      }
    }

    @Test("asyncMap that another thread cancels delivers no result out of order, and releases its closure")
    func cancelled() {
      exploringTasks("asyncMap, cancelled", isCancelled: true) { source, token in
        source.asyncMap(maxConcurrent: 2) { value in
          await Task.yield()
          return token.pass(value)
        }
      } check: { scenario, values in
        scenario.expectOrder(values, of: [1, 2, 3])
      }
    }
  }
#endif
