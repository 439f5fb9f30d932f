import StreamTesting
import Streams

extension Publisher where Self: Sendable, Output == Int, Failure == TestError {
  /// The same publisher, while others are subscribed to it: with unlimited demand, with none, with one at a time, and
  /// some that leave at once or after a few elements.
  func besideOthers(in run: LawRun) -> some Publisher<Int, TestError> {
    Deferred {
      run.keep(sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
      run.keep(recording(demand: .none) { _ in .none })
      run.keep(prefix(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
      sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
      return handleEvents(receiveSubscription: { _ in
        run.keep(recording(demand: .max(1)) { _ in .max(1) })
        run.keep(dropFirst().prefix(2).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
      })
    }
  }

  /// A subscription that is cancelled when the run is over.
  private func recording(
    demand: Subscribers.Demand, onValue: @escaping @Sendable (Int) -> Subscribers.Demand
  ) -> AnyCancellable {
    let recorder = record(demand: demand, onValue: onValue)
    return AnyCancellable { recorder.cancel() }
  }
}
