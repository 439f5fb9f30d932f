import StreamCore
import TestSupport
import Testing

@testable import StreamTiming

@Suite("SchedulerDrainState")
struct SchedulerDrainStateTests {
  private typealias State = SchedulerDrainState<RecordingSubscriber<Int, TestError>>

  /// Who sees to what waits, in a state that has an upstream.
  enum Phase: CaseIterable {
    case idle, scheduled, delivering, rescheduling, ranInline, ended
  }

  private let downstream = RecordingSubscriber<Int, TestError>()

  /// In the phases from `scheduled` to `ranInline`, the value 1 waits or is delivered.
  private func makeState(_ phase: Phase) -> State {
    var state = State()
    _ = state.attach(ScriptedSubscription(description: "upstream"))
    if phase == .idle { return state }
    if phase == .ended {
      _ = state.end()
      return state
    }
    var batch = State.Batch()
    _ = state.append(1, for: downstream)
    if phase == .scheduled { return state }
    _ = state.begin(&batch)
    if phase == .delivering { return state }
    _ = state.append(2, for: downstream)
    batch = []
    _ = state.finishBatch(&batch)
    if phase == .rescheduling { return state }
    _ = state.begin(&batch)
    return state
  }

  private func name(of drain: State.Drain) -> String { "\(drain)" }

  private func name(of action: State.Action) -> String {
    switch action {
    case .reschedule: "reschedule"
    case .complete(let completion): "\(completion)"
    case .stop: "stop"
    }
  }

  @Test("The phases are those of the state", arguments: Phase.allCases)
  func phases(phase: Phase) {
    expectEqual(name(of: makeState(phase).drain), "\(phase)")
  }

  @Test("Before the subscription neither a value nor a completion counts")
  func awaiting() {
    var state = State()
    expectEqual(state.append(1, for: downstream), false)
    expectEqual(state.append(.finished, for: downstream).0, false)
    expectEqual(state.count, 0)
    expect(state.completion == nil)
  }

  @Test("A second subscription is refused", arguments: Phase.allCases)
  func secondSubscription(phase: Phase) {
    var state = makeState(phase)
    expectEqual(state.attach(ScriptedSubscription()), false)
  }

  @Test("A value needs a block only if there is none, and is dropped after the end", arguments: Phase.allCases)
  func value(phase: Phase) {
    var state = makeState(phase)
    let before = state.count
    expectEqual(state.append(3, for: downstream), (phase == .idle))
    expectEqual(state.count, (phase == .ended ? 0 : before + 1))
    expectEqual((state.downstream === downstream), (phase != .ended))
  }

  @Test("A completion needs a block only if there is none, and no value comes after it", arguments: Phase.allCases)
  func completion(phase: Phase) {
    var state = makeState(phase)
    let (isToSchedule, released) = state.append(.finished, for: downstream)
    expectEqual(isToSchedule, (phase == .idle))
    expectEqual((released != nil), (phase != .ended))
    let before = state.count
    expectEqual(state.append(3, for: downstream), false)
    expect(state.append(.failure(TestError()), for: downstream).1 == nil)
    expectEqual(state.count, before)
  }

  @Test(
    "A block that begins gets what waits, unless another is at work or nothing is to be done",
    arguments: Phase.allCases)
  func begin(phase: Phase) {
    var state = makeState(phase)
    var batch = State.Batch()
    let receiver = state.begin(&batch)
    expectEqual((receiver === downstream), (phase == .scheduled))
    expectEqual(batch, (phase == .scheduled ? [1] : []))
    let expected: Phase = phase == .scheduled ? .delivering : phase == .rescheduling ? .ranInline : phase
    expectEqual(name(of: state.drain), "\(expected)")
  }

  @Test("A block that has delivered stops when nothing waits, and gives up its reference to downstream")
  func finishesIdle() {
    var state = makeState(.delivering)
    var batch: State.Batch = []
    let (action, released) = state.finishBatch(&batch)
    expectEqual(name(of: action), "stop")
    expect(released === downstream)
    expect(state.downstream == nil)
    expectEqual(name(of: state.drain), "idle")
  }

  @Test("A block that has delivered goes back to the scheduler when something waits")
  func finishesWithMore() {
    var state = makeState(.delivering)
    _ = state.append(2, for: downstream)
    _ = state.append(.finished, for: downstream)
    var batch: State.Batch = []
    let (action, released) = state.finishBatch(&batch)
    expectEqual(name(of: action), "reschedule")
    expect(released == nil)
    expectEqual(name(of: state.drain), "rescheduling")
  }

  @Test("A block that has delivered everything sends the completion, which is the end")
  func finishesWithCompletion() {
    var state = makeState(.delivering)
    _ = state.append(.failure(TestError()), for: downstream)
    var batch: State.Batch = []
    let (action, released) = state.finishBatch(&batch)
    expectEqual(name(of: action), "failure(failure)")
    expect(released === downstream)
    expectEqual(name(of: state.drain), "ended")
    expectEqual(name(of: state.finishBatch(&batch).0), "stop")
  }

  @Test(
    "A block that is not delivering stops", arguments: Phase.allCases.filter { $0 != .delivering })
  func finishesElsewhere(phase: Phase) {
    var state = makeState(phase)
    var batch: State.Batch = []
    let (action, released) = state.finishBatch(&batch)
    expectEqual(name(of: action), "stop")
    expect(released == nil)
    expectEqual(name(of: state.drain), "\(phase)")
  }

  @Test("After schedule has returned, the block goes on if the other one has been and gone", arguments: Phase.allCases)
  func resume(phase: Phase) {
    var state = makeState(phase)
    var batch: State.Batch = []
    expectEqual(state.resume(&batch), (phase == .ranInline))
    expectEqual(batch, (phase == .ranInline ? [2] : []))
    let expected: Phase = phase == .ranInline ? .delivering : phase == .rescheduling ? .scheduled : phase
    expectEqual(name(of: state.drain), "\(expected)")
  }

  @Test("The end returns everything that is held, and nothing is held after it", arguments: Phase.allCases)
  func end(phase: Phase) {
    var state = makeState(phase)
    let released = state.end()
    expectEqual((released.upstream.subscription == nil), (phase == .ended))
    expectEqual((released.downstream == nil), (phase == .idle || phase == .ended))
    expect(state.downstream == nil)
    expect(state.upstream.subscription == nil)
    expectEqual(state.count, 0)
    expectEqual(name(of: state.drain), "ended")
  }

  @Test("A block delivers no more than a batch, in the order in which the values came")
  func batches() {
    var state = makeState(.idle)
    let count = State.batchSize * 2 + 10
    for value in 0..<count { _ = state.append(value, for: downstream) }
    expectEqual(state.count, count)
    var delivered: [Int] = []
    var batch: State.Batch = []
    var sizes: [Int] = []
    while state.begin(&batch) != nil {
      sizes.append(batch.count)
      delivered += batch
      batch = []
      _ = state.finishBatch(&batch)
      _ = state.resume(&batch)
    }
    expectEqual(sizes, [State.batchSize, State.batchSize, 10])
    expectEqual(delivered, Array(0..<count))
  }
}
