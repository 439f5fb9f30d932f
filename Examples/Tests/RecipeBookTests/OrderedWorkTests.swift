import RecipeBook
import StreamCore
import StreamTesting
import StreamTiming
import Testing

@Suite("Recipe: ordered and parallel work")
struct OrderedWorkTests {
  private let scheduler = TestScheduler()

  /// The steps 2.1, 2.2 and 2.3 take three, two and one second, all others a second.
  private func work(starts: Log<String>) -> OrderedWork {
    OrderedWork { [scheduler] name in
      starts.append(name)
      let seconds = ["2.1": 3, "2.2": 2][name] ?? 1
      return Just(()).delay(for: .seconds(seconds), scheduler: scheduler).eraseToAnyPublisher()
    }
  }

  @Test("One step, three in parallel and two more run in their order, and again at a restart")
  func order() {
    let (starts, done, busy) = (Log<String>(), Log<String>(), Log<Bool>())
    let work = work(starts: starts)
    let watch = work.isBusy.sink { busy.append($0) }
    let progress = work.progress.sink { done.append($0) }
    #expect(starts.entries.isEmpty)
    for run in 1...2 {
      work.restart()
      #expect(starts.entries.count == (run - 1) * 6 + 1)
      scheduler.advance(by: 1)
      #expect(starts.entries.suffix(4) == ["1", "2.1", "2.2", "2.3"])
      scheduler.advance(by: 2)
      #expect(starts.entries.last == "2.3")
      scheduler.advance(by: 3)
      #expect(done.entries.suffix(6) == ["1", "2.3", "2.2", "2.1", "3", "4"])
      #expect(done.entries.count == run * 6)
    }
    #expect(busy.entries == [false, true, false, true, false])
    progress.cancel()
    watch.cancel()
  }

  @Test("A restart ends the current run, whose later steps never complete")
  func restart() {
    let (starts, done) = (Log<String>(), Log<String>())
    let work = work(starts: starts)
    let progress = work.progress.sink { done.append($0) }
    work.restart()
    scheduler.advance(by: .milliseconds(2500))
    #expect(done.entries == ["1", "2.3"])
    work.restart()
    #expect(work.isBusy.value)
    scheduler.advance(by: 20)
    #expect(done.entries == ["1", "2.3", "1", "2.3", "2.2", "2.1", "3", "4"])
    #expect(!work.isBusy.value)
    progress.cancel()
  }
}
