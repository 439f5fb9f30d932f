import StreamTesting
import Streams

let concurrencyLaws = LawTable.laws(of: "Concurrency") { laws in
  laws.add("asyncMap of the element", of: "asyncMap", .identity.unlessOvertaken, in: .inTasks) { source, run in
    source.asyncMap(maxConcurrent: run.pick(1, 2, 7)) { $0 }
  }
  laws.same(
    "asyncMap is map", of: "asyncMap", by: .identity.unlessOvertaken, in: .inTasks,
    { source, run in
      source.asyncMap(maxConcurrent: run.pick(1, 2, 7)) { value in
        await Task.yield(); return value * 2
      }
    }, { source, _ in source.map { $0 * 2 } })
  laws.same(
    "asyncMap, in order by a key, is map", of: "asyncMap", by: .identity.unlessOvertaken, in: .inTasks,
    { source, run in
      let count = run.pick(1, 3, 1_000)
      return source.asyncMap(maxConcurrent: run.pick(1, 2, 7), inOrderBy: { $0 % count }) { value in
        if value % 2 == 0 { await Task.yield() }
        return value * 2
      }
    }, { source, _ in source.map { $0 * 2 } })
  laws.add(
    "asyncMap runs one closure of a key at a time, in order", of: "asyncMap", .identity.unlessOvertaken, in: .inTasks
  ) { source, run in
    let count = run.pick(1, 3, 1_000)
    return Deferred {
      let keys = TakenKeys()
      return source.enumerated().asyncMap(maxConcurrent: run.pick(1, 2, 7), inOrderBy: { $1 % count }) { index, value in
        let isAlone = keys.take(value % count, at: index)
        await Task.yield()
        keys.leave(value % count)
        return isAlone ? value : .min
      }
    }
  }
  laws.add("asyncMapUnordered of the element", of: "asyncMapUnordered", .permutation().unlessOvertaken, in: .inTasks) {
    source, run in source.asyncMapUnordered(maxConcurrent: run.pick(1, 2, 7)) { $0 }
  }
  laws.add(
    "asyncMapUnordered, one at a time, is in order", of: "asyncMapUnordered", .identity.unlessOvertaken, in: .inTasks
  ) { $0.asyncMapUnordered(maxConcurrent: 1) { $0 } }
  laws.add("asyncMapLatest leaves out, and does not reorder", of: "asyncMapLatest", .subsequence, in: .inTasks) {
    $0.asyncMapLatest { $0 }
  }
  laws.same(
    "asyncMapLatest keeps the last", of: "asyncMapLatest", by: .identity.unlessOvertaken, in: .inTasks.eager.finishing,
    { $0.asyncMapLatest { $0 }.last() }, { $0.last() })
  laws.same(
    "asyncCompactMap is compactMap", of: "asyncCompactMap", by: .identity.unlessOvertaken, in: .inTasks,
    { source, run in source.asyncCompactMap(maxConcurrent: run.pick(1, 2, 7)) { $0 % 2 == 0 ? $0 : nil } },
    { source, _ in source.compactMap { $0 % 2 == 0 ? $0 : nil } })
  laws.add("asyncCompactMap of what is there", of: "asyncCompactMap", .identity.unlessOvertaken, in: .inTasks) {
    $0.asyncCompactMap { Optional($0) }
  }
  laws.same(
    "asyncCompactMapUnordered is compactMap", of: "asyncCompactMapUnordered", by: .permutation().unlessOvertaken,
    in: .inTasks,
    { source, run in source.asyncCompactMapUnordered(maxConcurrent: run.pick(1, 2, 7)) { $0 % 2 == 0 ? $0 : nil } },
    { source, _ in source.compactMap { $0 % 2 == 0 ? $0 : nil } })
  laws.add(
    "asyncCompactMapUnordered of what is there", of: "asyncCompactMapUnordered", .permutation().unlessOvertaken,
    in: .inTasks
  ) { $0.asyncCompactMapUnordered(maxConcurrent: 2) { Optional($0) } }
  laws.same(
    "asyncFilter is filter", of: "asyncFilter", by: .identity.unlessOvertaken, in: .inTasks,
    { source, run in source.asyncFilter(maxConcurrent: run.pick(1, 2, 7)) { $0 % 2 == 0 } },
    { source, _ in source.filter { $0 % 2 == 0 } })
  laws.add("asyncFilter of all", of: "asyncFilter", .identity.unlessOvertaken, in: .inTasks) {
    $0.asyncFilter { _ in true }
  }
  laws.same(
    "asyncFilterUnordered is filter", of: "asyncFilterUnordered", by: .permutation().unlessOvertaken, in: .inTasks,
    { source, run in source.asyncFilterUnordered(maxConcurrent: run.pick(1, 2, 7)) { $0 % 2 == 0 } },
    { source, _ in source.filter { $0 % 2 == 0 } })
  laws.add("asyncFilterUnordered of all", of: "asyncFilterUnordered", .permutation().unlessOvertaken, in: .inTasks) {
    $0.asyncFilterUnordered(maxConcurrent: 2) { _ in true }
  }
  laws.add("asyncFlatMap of one each", of: "asyncFlatMap", .permutation().unlessOvertaken, in: .inTasks) {
    source, run in source.asyncFlatMap(maxConcurrent: run.pick(1, 2, 7)) { Result<Int, TestError>.Publisher($0) }
  }
  laws.same(
    "asyncFlatMap is flatMap", of: "asyncFlatMap",
    by: .permutation(key: { $0.number.map { $0 % 10_000 } }).unlessOvertaken, in: .inTasks.cold,
    { source, run in
      source.asyncFlatMap(maxConcurrent: run.pick(1, 2, 7)) {
        Record<Int, TestError>(output: [$0, $0 + 10_000], completion: .finished)
      }
    }, { source, _ in source.flatMap { [$0, $0 + 10_000].publisher } })
  laws.add("asyncConcatMap of one each", of: "asyncConcatMap", .identity.unlessOvertaken, in: .inTasks) { source, run in
    source.asyncConcatMap(maxConcurrent: run.pick(1, 2, 7)) { Result<Int, TestError>.Publisher($0) }
  }
  laws.same(
    "asyncConcatMap is concatMap", of: "asyncConcatMap", by: .identity.unlessOvertaken, in: .inTasks.cold,
    { source, run in
      source.asyncConcatMap(maxConcurrent: run.pick(1, 2, 7)) {
        Record<Int, TestError>(output: [$0, -$0], completion: .finished)
      }
    }, { source, _ in source.concatMap { [$0, -$0].publisher } })
  laws.add("values in a loop", of: "values", .identity, in: .inTasks.eager.cold) { source in
    inTask { send in for try await value in source.values { send(value) } }
  }
  laws.add("Buffered values in a loop", of: "values", .identity, in: .inTasks.eager.cold) { source, run in
    inTask { [mode = run.pick(AsyncBuffering.suspending, .unbounded)] send in
      for try await value in source.values(buffering: mode) { send(value) }
    }
  }
  laws.same(
    "What a loop gets and what its buffer drops are all", of: "values", in: .inTasks.eager.cold,
    { source, run in
      let values = source.values(buffering: run.pick(.oldest(0), .oldest(1), .oldest(7), .newest(1), .newest(7)))
      return inTask { send in
        var count = 0
        for try await _ in values { count += 1 }
        send(count + values.droppedCount)
      }
    }, { source, _ in source.count() })
  laws.add("A publisher of the values in a loop", of: "values", .identity, in: .inTasks.eager.cold) {
    $0.values.publisher.mapError { _ in TestError() }
  }
  laws.same(
    "Waiting for all is collect", of: "waitForAll", in: .timed.cold.eager,
    { source in Deferred { Result { try source.waitForAll() }.mapError { _ in TestError() }.publisher } },
    { $0.collect() })
  laws.same(
    "Waiting for the last is last", of: "waitForLast waitForAll", in: .timed.cold.eager,
    { source in Deferred { Result { try source.waitForLast() }.mapError { _ in TestError() }.publisher.compacted() } },
    { $0.last() })
  laws.same(
    "Waiting for the last of all collected", of: "waitForLast", in: .timed.cold.eager,
    { source in Deferred { Result { try source.collect().waitForLast() ?? [] }.mapError { _ in TestError() }.publisher }
    }, { $0.collect() })
  laws.same(
    "Waiting for the first is first", of: "waitForFirst", in: .timed.cold.eager,
    { source in Deferred { Result { try source.waitForFirst() }.mapError { _ in TestError() }.publisher.compacted() } },
    { $0.first() })
  laws.same(
    "Waiting for the first of all collected", of: "waitForFirst", in: .timed.cold.eager,
    { source in
      Deferred { Result { try source.collect().waitForFirst() ?? [] }.mapError { _ in TestError() }.publisher }
    }, { $0.collect() })
  laws.same(
    "Waiting for the end", of: "waitForCompletion", in: .timed.cold.eager,
    { source in Deferred { Result { try source.waitForCompletion() }.mapError { _ in TestError() }.publisher } },
    { $0.count().map { _ in () } })
  laws.same(
    "Waiting for the end of the first", of: "waitForCompletion", in: .timed.cold.eager,
    { source in Deferred { Result { try source.prefix(1).waitForCompletion() }.mapError { _ in TestError() }.publisher }
    }, { $0.prefix(1).count().map { _ in () } })
  laws.add("forEach in a task", of: "forEach", .identity, in: .inTasks.eager.cold) { source in
    inTask { send in try await source.forEach { send($0) } }
  }
  laws.same(
    "forEach of a part", of: "forEach", in: .inTasks.eager.cold,
    { source in inTask { send in try await source.prefix(3).forEach { send($0) } } }, { $0.prefix(3) })
}

/// The keys of which a closure runs, with the place of the last element that it has run for.
private final class TakenKeys: Sendable {
  private let keys = Box<[Int: (last: Int, isTaken: Bool)]>([:])

  /// Takes a key for the element at a place.
  ///
  /// - Returns: Whether the key is free, and the element comes after the last one.
  func take(_ key: Int, at index: Int) -> Bool {
    keys.update { keys in
      let before = keys.updateValue((index, true), forKey: key)
      return before?.isTaken != true && before?.last ?? -1 < index
    }
  }

  func leave(_ key: Int) {
    keys.update { $0[key]?.isTaken = false }
  }
}

/// A stream of what a task sends, which ends with the task.
private func inTask(
  _ body: @escaping @Sendable (@Sendable (Int) -> Void) async throws -> Void
) -> AnyPublisher<Int, TestError> {
  emitting { emitter in
    let task = Task {
      do {
        try await body { emitter.send($0) }
        emitter.send(completion: .finished)
      } catch {
        emitter.send(completion: .failure(TestError()))
      }
    }
    return AnyCancellable { task.cancel() }
  }
}
