import TestSupport
import Testing

@testable import StreamSharing

@Suite("ShareRuns")
struct ShareRunsTests {
  private final class Run {}

  private func makeRuns(minimum: Int = 1, endsUnused: Bool = true) -> (ShareRuns<Run>, Run) {
    var runs = ShareRuns<Run>(minimum: minimum, endsUnused: endsUnused)
    let run = Run()
    expect(runs.begin(run) == nil)
    return (runs, run)
  }

  @Test("A run is connected once, when its subscribers have been attached")
  func connects() {
    var (runs, run) = makeRuns(minimum: 2)
    runs.join()
    runs.join()
    runs.attach(to: run)
    expect(runs.nextConnection() == nil)
    runs.attach(to: run)
    expect(runs.nextConnection() === run)
    expect(runs.nextConnection() == nil)
    runs.didConnect()
    expect(runs.nextConnection() == nil)
  }

  @Test("A subscriber that leaves before it is counted as attached does not count")
  func leavesEarly() {
    var (runs, run) = makeRuns(minimum: 1, endsUnused: false)
    runs.join()
    expectEqual(runs.leave(run, hasEnded: false), .nothing)
    runs.attach(to: run)
    expect(runs.nextConnection() == nil)
  }

  @Test("The next run waits until the last connection has been cancelled, and until it has been made")
  func serial() {
    var (runs, run) = makeRuns()
    runs.join()
    runs.attach(to: run)
    expect(runs.nextConnection() === run)
    expectEqual(runs.leave(run, hasEnded: false), .disconnect)
    expect(runs.current == nil)
    let next = Run()
    expect(runs.begin(next) == nil)
    runs.join()
    runs.attach(to: next)
    expect(runs.nextConnection() == nil)
    runs.didDisconnect()
    expect(runs.nextConnection() == nil)
    runs.didConnect()
    expect(runs.nextConnection() === next)
  }

  @Test("A run that is not connected is only released, and one that has ended, or is to go on, stays")
  func departures() {
    var (runs, run) = makeRuns()
    runs.join()
    expectEqual(runs.leave(run, hasEnded: false), .released)
    expect(runs.current == nil)
    var (ended, endedRun) = makeRuns()
    ended.join()
    expectEqual(ended.leave(endedRun, hasEnded: true), .nothing)
    expect(ended.current === endedRun)
    var (lasting, lastingRun) = makeRuns(endsUnused: false)
    lasting.join()
    expectEqual(lasting.leave(lastingRun, hasEnded: false), .nothing)
    expectEqual(lasting.leave(Run(), hasEnded: false), .nothing)
  }

  @Test("The first run may wait for none, those after it wait for one")
  func immediately() {
    var (runs, run) = makeRuns(minimum: 0)
    expect(runs.nextConnection() === run)
    runs.didConnect()
    let next = Run()
    expect(runs.begin(next) === run)
    expect(runs.nextConnection() == nil)
    runs.join()
    runs.attach(to: next)
    expect(runs.nextConnection() === next)
  }
}
