import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("Races of asynchronous closures")
struct AsyncMapStressTests {
  /// A stream of which one thread sends values and the completion, while another cancels.
  private struct Run: Sendable {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    let isReleased = Event()
    let index: Int

    init(_ index: Int, _ form: Form) {
      self.index = index
      let lifetime = Lifetime(isOver: isReleased)
      let transform: @Sendable (Int) async -> Int = { number in
        defer { withExtendedLifetime(lifetime) {} }
        if number.isMultiple(of: 2) { await Task.yield() }
        return number
      }
      switch form {
      case .ordered: subject.asyncMap(maxConcurrent: 4, transform).subscribe(recorder)
      case .inOrderByKey:
        subject.asyncMap(maxConcurrent: 4, inOrderBy: { $0 % 3 }, transform).subscribe(recorder)
      case .unordered: subject.asyncMapUnordered(maxConcurrent: 4, transform).subscribe(recorder)
      case .latest: subject.asyncMapLatest(transform).subscribe(recorder)
      case .oneAtATime: subject.asyncMap(transform).subscribe(recorder)
      }
    }

    /// Waits for the end of all tasks, which hold the closure.
    func check(_ form: Form) async {
      await isReleased.wait()
      let values = recorder.values
      expectEqual(recorder.overlaps, 0)
      expect(recorder.completions.count <= 1)
      expect(Set(values).count == values.count && Set(values).isSubset(of: [1, 2, 3, 4]))
      if form != .unordered { expectEqual(values, values.sorted()) }
      let isEnded = recorder.isFinished
      switch form {
      case .ordered where isEnded, .inOrderByKey where isEnded: expectEqual(values, [1, 2, 3, 4])
      case .unordered where isEnded: expectEqual(values.count, 4)
      case .latest where isEnded: expectEqual(values.last, 4)
      case .ordered, .inOrderByKey: expectEqual(values, Array([1, 2, 3, 4].prefix(values.count)))
      case .unordered, .latest, .oneAtATime: break
      }
    }
  }

  enum Form: CaseIterable, Sendable {
    case ordered, inOrderByKey, unordered, latest, oneAtATime
  }

  /// Runs `count` races, a thousand at a time: one thread sends values, and finishes if `second` does not.
  private func repeated(
    _ count: Int, _ form: Form, finishes: Bool = true, against second: @escaping @Sendable (Run) -> Void,
    check: @Sendable (Run) -> Void = { _ in }
  ) async {
    for batch in 0..<count / 1_000 {
      let runs = (0..<1_000).map { Run(batch * 1_000 + $0, form) }
      await onThread {
        race(over: runs) { run in
          for number in 1...4 { run.subject.send(number) }
          if finishes { run.subject.send(completion: .finished) }
        } against: { run in
          // Sooner or later, so that some meet the closures, and some the completion.
          for _ in 0..<run.index % 400 { withExtendedLifetime(run) {} }
          second(run)
        }
      }
      for run in runs {
        await run.check(form)
        check(run)
      }
    }
  }

  private static let rounds = repetitions(isThreadSanitized ? 1_000 : 2_000, full: isThreadSanitized ? 10_000 : 200_000)

  @Test(
    "A cancel that races results and the completion ends all tasks", .timeLimit(.generous), arguments: Form.allCases)
  func cancel(form: Form) async {
    await repeated(Self.rounds, form) { run in run.recorder.cancel() }
  }

  @Test(
    "A failure that races results is the end, and ends all tasks", .timeLimit(.generous), arguments: Form.allCases)
  func failure(form: Form) async {
    await repeated(Self.rounds, form, finishes: false) { run in
      run.subject.send(completion: .failure(TestError()))
    } check: { run in
      expectEqual(run.recorder.failure, TestError())
    }
  }

  @Test("Requests from two threads get every result once, in order", .timeLimit(.generous))
  func requests() async {
    let listeners = (0..<200).map { _ in
      Listener(
        (1...40).publisher.asyncMap(maxConcurrent: 3) { number in
          if number.isMultiple(of: 3) { await Task.yield() }
          return number
        }, demand: .none)
    }
    await onThread {
      race(over: listeners) { listener in
        for _ in 1...20 { listener.recorder.request(.max(1)) }
      } against: { listener in
        for _ in 1...20 { listener.recorder.request(.max(1)) }
      }
    }
    for listener in listeners {
      #expect(await listener.untilEnd() == Array(1...40))
      expectEqual(listener.recorder.overlaps, 0)
    }
  }

  @Test("Of values that are sent while closures run, the last is always delivered last", .timeLimit(.generous))
  func latest() async {
    let subjects = (0..<500).map { _ in PassthroughSubject<Int, Never>() }
    let listeners = subjects.map { subject in
      Listener(
        subject.asyncMapLatest { number in
          if number.isMultiple(of: 2) { await Task.yield() }
          return number
        })
    }
    await onThread {
      concurrently(2) { thread in
        for (index, subject) in subjects.enumerated() where index % 2 == thread {
          for number in 1...20 { subject.send(number) }
          subject.send(completion: .finished)
        }
      }
    }
    for listener in listeners {
      let values = await listener.untilEnd()
      expect(values == values.sorted() && values.last == 20)
      expectEqual(listener.recorder.overlaps, 0)
    }
  }
}
