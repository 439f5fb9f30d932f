import StreamURLSession
import Testing

@Suite("ExchangeState")
struct ExchangeStateTests {
  private typealias State = ExchangeState<String, Int>

  private let attaching = State.attaching("work", isDemanded: false)
  private let demanded = State.attaching("work", isDemanded: true)
  private let idle = State.idle("work")
  private let starting = State.starting("work")
  private let running = State.running("work", 7)
  private let cancelling = State.cancelling(7)

  private var phases: [State] { [attaching, demanded, idle, starting, running, .delivering, cancelling, .ended] }

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

  @Test("Demand starts the task once, and only when downstream has its subscription")
  func demand() {
    let expected = [
      "nil → \(demanded)", "nil → \(demanded)", "work → \(starting)",
      "nil → \(starting)", "nil → \(running)", "nil → delivering", "nil → \(cancelling)", "nil → ended",
    ]
    #expect(table { $0.demand() ?? "nil" } == expected)
  }

  @Test("The subscription taken, a demand made meanwhile starts the task")
  func attach() {
    let expected = [
      "nil → \(idle)", "work → \(starting)", "nil → \(idle)",
      "nil → \(starting)", "nil → \(running)", "nil → delivering", "nil → \(cancelling)", "nil → ended",
    ]
    #expect(table { $0.attach() ?? "nil" } == expected)
  }

  @Test("A task is taken only by the phase that awaits it")
  func start() {
    let expected = [
      "false → \(attaching)", "false → \(demanded)", "false → \(idle)", "true → \(running)",
      "false → \(running)", "false → delivering", "false → \(cancelling)", "false → ended",
    ]
    #expect(table { $0.start(7) } == expected)
  }

  @Test("The end of the task is taken once, and hands out what the phase held")
  func answer() {
    let next: [State] = [attaching, demanded, idle, .delivering, .delivering, .delivering, .ended, .ended]
    #expect(table { $0.answer() } == zip(phases, next).map { "\($0) → \($1)" })
  }

  @Test("Completion comes once, and only after an answer")
  func complete() {
    let expected = [
      "false → \(attaching)", "false → \(demanded)", "false → \(idle)", "false → \(starting)",
      "false → \(running)", "true → ended", "false → \(cancelling)", "false → ended",
    ]
    #expect(table { $0.complete() } == expected)
  }

  @Test("A cancel ends every phase but that of a task, whose end it awaits; and hands out what the phase held")
  func cancel() {
    let next: [State] = [.ended, .ended, .ended, .ended, cancelling, .ended, cancelling, .ended]
    #expect(table { $0.cancel() } == zip(phases, next).map { "\($0) → \($1)" })
  }

  @Test("Only a task that has been cancelled, and has not ended, is being cancelled")
  func isCancelling() {
    #expect(phases.map(\.isCancelling) == [false, false, false, false, false, false, true, false])
  }
}
