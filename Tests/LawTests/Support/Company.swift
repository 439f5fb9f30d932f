import StreamTesting
import Streams

extension Publisher where Self: Sendable, Output == Int, Failure == TestError {
  /// The same publisher, beside subscribers that ask for all, for nothing and for one at a time, and that leave after
  /// one, or at once.
  func inCompany(_ run: LawRun) -> some Publisher<Int, TestError> {
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
