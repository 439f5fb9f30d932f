internal import Foundation
internal import IntegrationParts
internal import StreamCore

/// Takes values a few at a time, with a pause between, and looks at the memory of the process in each pause.
// Sendable: signals are serial; the queue runs between them, when nothing is asked for.
final class SlowTaker<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private(set) var watch = MemoryWatch()

  private let (step, pause): (Int, DispatchTimeInterval)
  private let total: Int
  private let size: @Sendable (Input) -> Int
  private let ending: Ending
  private let queue = DispatchQueue(label: "slow")
  private var subscription: (any Subscription)?
  private var taken = 0
  private var open = 0

  /// - Parameters:
  ///   - step: How many values are taken at a time.
  ///   - pause: The time between.
  ///   - total: When it has taken so much it cancels.
  ///   - ending: What is told then.
  ///   - size: What a value counts for.
  init(
    _ step: Int, every pause: DispatchTimeInterval, total: Int, ending: Ending,
    size: @escaping @Sendable (Input) -> Int
  ) {
    (self.step, self.pause, self.total, self.ending, self.size) = (step, pause, total, ending, size)
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    ask()
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    taken += size(input)
    open -= 1
    guard taken < total else {
      subscription?.cancel()
      ending.arrive(Subscribers.Completion<Never>.finished)
      return .none
    }
    if open == 0 { queue.asyncAfter(deadline: .now() + pause) { self.look() } }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    ending.arrive(completion)
  }

  private func look() {
    watch.look(taken: taken, of: total)
    ask()
  }

  private func ask() {
    open = step
    subscription?.request(.max(step))
  }
}
