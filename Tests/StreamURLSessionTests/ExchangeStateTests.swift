import StreamURLSession
import TestSupport
import Testing

@Suite("ExchangeState")
struct ExchangeStateTests {
  private typealias State = ExchangeState<String, Int>

  private let handover = State.handover("work", isDemanded: false)
  private let demanded = State.handover("work", isDemanded: true)
  private let idle = State.idle("work")
  private let starting = State.starting("work")
  private let running = State.running("work", 7)
  private let cancelling = State.cancelling(7)

  private var phases: [State] { [handover, demanded, idle, starting, running, .delivering, cancelling, .ended] }

  /// Applies a transition to every phase.
  ///
  /// - Returns: For each phase, what the transition answers and what phase it leads to.
  private func table<Result>(_ transition: (inout State) -> Result) -> [String] {
    phases.map { phase in
      var phase = phase
      let answer = transition(&phase)
      return "\(answer) → \(phase)"
    }
  }

  @Test("Demand starts the task once, and only after receive(subscription:) has returned")
  func demand() {
    let expected = [
      "nil → \(demanded)", "nil → \(demanded)", "work → \(starting)",
      "nil → \(starting)", "nil → \(running)", "nil → delivering", "nil → \(cancelling)", "nil → ended",
    ]
    expectEqual(table { $0.demand() ?? "nil" }, expected)
  }

  @Test("Demand made inside receive(subscription:) starts the task when that has returned")
  func endHandover() {
    let expected = [
      "nil → \(idle)", "work → \(starting)", "nil → \(idle)",
      "nil → \(starting)", "nil → \(running)", "nil → delivering", "nil → \(cancelling)", "nil → ended",
    ]
    expectEqual(table { $0.endHandover() ?? "nil" }, expected)
  }

  @Test("A task is taken only in the phase that awaits it")
  func start() {
    let expected = [
      "false → \(handover)", "false → \(demanded)", "false → \(idle)", "true → \(running)",
      "false → \(running)", "false → delivering", "false → \(cancelling)", "false → ended",
    ]
    expectEqual(table { $0.start(7) }, expected)
  }

  @Test("The end of the task is taken once, and returns what the phase retained")
  func answer() {
    let next: [State] = [handover, demanded, idle, .delivering, .delivering, .delivering, .ended, .ended]
    expectEqual(table { $0.answer() }, zip(phases, next).map { "\($0) → \($1)" })
  }

  @Test("The completion is taken once, and only after a response")
  func complete() {
    let expected = [
      "false → \(handover)", "false → \(demanded)", "false → \(idle)", "false → \(starting)",
      "false → \(running)", "true → ended", "false → \(cancelling)", "false → ended",
    ]
    expectEqual(table { $0.complete() }, expected)
  }

  @Test("A cancel ends every phase but that of a task, whose end it awaits; and returns what the phase retained")
  func cancel() {
    let next: [State] = [.ended, .ended, .ended, .ended, cancelling, .ended, cancelling, .ended]
    expectEqual(table { $0.cancel() }, zip(phases, next).map { "\($0) → \($1)" })
  }

  @Test("isCancelling holds only between the cancel of a task and its end")
  func isCancelling() {
    expectEqual(phases.map(\.isCancelling), [false, false, false, false, false, false, true, false])
  }
}
