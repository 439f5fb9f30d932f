import StreamCombining
package import StreamCore
import StreamDebugging
import StreamMapping

/// A step, then three at once, then two more, one after the other; a new run ends the one under way.
///
/// Each step is `Deferred`: a `Future` works as soon as it is made, and only once.
package struct OrderedWork: Sendable {
  /// Does a step, and sends one value when it is done.
  package typealias Step = @Sendable (_ name: String) -> AnyPublisher<Void, Never>

  /// Whether a run is under way.
  package let isBusy = CurrentValueSubject<Bool, Never>(false)

  private let restarts = PassthroughSubject<Void, Never>()
  private let step: Step

  /// - Parameter step: Does a step. It is asked for the step when the step's turn has come.
  package init(step: @escaping Step) {
    self.step = step
  }

  /// Sends the names of the steps as they are done, of the run that is under way.
  package var progress: AnyPublisher<String, Never> {
    restarts.map { [self] in run() }.switchToLatest().eraseToAnyPublisher()
  }

  /// Starts a run, and ends the one that is under way. Somebody must listen to ``progress``.
  package func restart() {
    restarts.send(())
  }

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
}
