import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

/// A pipeline and tasks that share a clock: a task types words and sleeps in between, `debounce` waits for it to pause,
/// and for each word that comes out, another task sleeps and then answers, unless a newer word cancels it.
@Suite("debounce and Task.sleep on one clock")
struct DebounceAndSleepTests {
  private static let words: [(pause: Int, word: String)] = [
    (0, "s"), (100, "st"), (100, "str"), (400, "stre"), (300, "strea"), (2_000, "stream"), (299, "streams"),
  ]

  private static let expected = [
    "0.5 look up str", "0.9 look up stre", "1.2 look up strea", "1.7 strea!", "2 tick", "3.499 look up streams",
    "3.999 streams!", "4 tick",
  ]

  /// Plays the whole scenario once.
  private static func play(
    advance: (TestScheduler) async -> Void = { await $0.advance(by: 5) }
  ) async -> [String] {
    let scheduler = TestScheduler()
    let clock = scheduler.clock
    let log = Box<[String]>([])
    @Sendable func note(_ text: String) { log.update { $0.append("\(scheduler.now) \(text)") } }

    await withSerialTasks {
      let typed = PassthroughSubject<String, Never>()
      let answering = Box<Task<Void, Never>?>(nil)
      let cancellable = typed.debounce(for: .milliseconds(300), scheduler: scheduler).sink { word in
        note("look up \(word)")
        answering.value?.cancel()
        answering.value = Task {
          guard (try? await Task.sleep(for: .milliseconds(500), clock: clock)) != nil else { return }
          note("\(word)!")
        }
      }
      let ticker = scheduler.schedule(after: 2, interval: 2) { note("tick") }
      async let typing: Void = {
        for (pause, word) in words {
          try? await Task.sleep(for: .milliseconds(pause), clock: clock)
          typed.send(word)
        }
      }()
      await advance(scheduler)
      await typing
      ticker.cancel()
      cancellable.cancel()
    }
    return log.value
  }

  @Test("The answers come at their times in each of many runs")
  func manyTimes() async {
    for _ in 0..<repetitions(500, full: 10_000) {
      let log = await Self.play()
      guard log == Self.expected else {
        expectEqual(log, Self.expected)
        return
      }
    }
  }

  @Test("The length of the steps does not matter")
  func steps() async {
    let log = await Self.play { scheduler in
      for _ in 0..<500 { await scheduler.advance(by: .milliseconds(10)) }
    }
    expectEqual(log, Self.expected)
  }

  @Test("The load of the machine does not matter")
  func underLoad() async {
    let isOver = Box(false)
    let load = (0..<2).map { _ in JoinableThread { while !isOver.value {} } }
    // The load is to be one for this test, not for others that it would wait for.
    let logs = await Task(executorPreference: SeparateExecutor()) {
      var logs: Set<[String]> = []
      for _ in 0..<repetitions(20, full: 10_000) { logs.insert(await Self.play()) }
      return logs
    }.value
    expectEqual(logs, [Self.expected])
    isOver.value = true
    for thread in load { thread.join() }
  }

  @Test("Parallel runs do not matter")
  func parallel() async {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<repetitions(50, full: 10_000) { group.addTask { await Self.play() } }
      for await log in group { expectEqual(log, Self.expected) }
    }
  }

  @Test("A pipeline on the main actor answers at the same times")
  @MainActor
  func mainActor() async {
    for _ in 0..<repetitions(50, full: 2_000) {
      let scheduler = TestScheduler()
      let model = Model(scheduler: scheduler)
      await withSerialTasks {
        let typing = Task {
          for (pause, word) in Self.words {
            try await Task.sleep(for: .milliseconds(pause), clock: scheduler.clock)
            model.typed.send(word)
          }
        }
        await scheduler.advance(by: 5)
        try? await typing.value
      }
      expectEqual(model.log, Self.expected.filter { !$0.hasSuffix("tick") })
    }
  }
}

@MainActor
private final class Model {
  let typed = PassthroughSubject<String, Never>()
  private(set) var log: [String] = []
  private var cancellable: AnyCancellable?
  private var answering: Task<Void, Never>?

  init(scheduler: TestScheduler) {
    cancellable = typed.debounce(for: .milliseconds(300), scheduler: scheduler).sink { [weak self] word in
      self?.log.append("\(scheduler.now) look up \(word)")
      self?.answering?.cancel()
      self?.answering = Task { [weak self] in
        guard (try? await Task.sleep(for: .milliseconds(500), clock: scheduler.clock)) != nil else { return }
        self?.log.append("\(scheduler.now) \(word)!")
      }
    }
  }
}
