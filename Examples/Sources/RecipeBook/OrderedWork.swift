import StreamCombining
package import StreamCore
import StreamDebugging
import StreamMapping

/// A step, then three concurrent ones, then two more in order; a new run cancels the current one.
///
/// Each step is `Deferred`: a `Future` starts when it is created, and only once.
package struct OrderedWork: Sendable {
  /// Performs a step, and sends one value when it is done.
  package typealias Step = @Sendable (_ name: String) -> AnyPublisher<Void, Never>

  /// Whether a run is in progress.
  package let isBusy = CurrentValueSubject<Bool, Never>(false)

  private let restarts = PassthroughSubject<Void, Never>()
  private let step: Step

  /// - Parameter step: Performs a step. It is called when the step is due.
  package init(step: @escaping Step) {
    self.step = step
  }

  // On the page:
  /// Sends the names of the current run's steps as they are done.
  package var progress: AnyPublisher<String, Never> {
    restarts.map { [self] in run() }.switchToLatest().eraseToAnyPublisher()
  }
  // Up to here.

  /// Starts a run, and cancels the current one. ``progress`` must have a subscriber.
  package func restart() {
    restarts.send(())
  }

  // On the page:
  private func run() -> AnyPublisher<String, Never> {
    let marks = PassthroughSubject<String, Never>()
    let marked: Step = { [step] name in
      Deferred { step(name) }.handleEvents(receiveOutput: { marks.send(name) }).eraseToAnyPublisher()
    }
    let work = marked("1")
      .flatMap { Publishers.Zip3(marked("2.1"), marked("2.2"), marked("2.3")) }
      .flatMap { _ in marked("3") }
      .flatMap { marked("4") }
      .handleEvents(
        receiveSubscription: { [isBusy] _ in isBusy.send(true) },
        receiveCompletion: { [isBusy] _ in
          isBusy.send(false)
          marks.send(completion: .finished)
        },
        receiveCancel: { [isBusy] in isBusy.send(false) }
      )
    return marks.merge(with: work.compactMap { () -> String? in nil }).eraseToAnyPublisher()
  }
  // Up to here.
}
