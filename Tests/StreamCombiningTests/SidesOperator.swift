import StreamCombining
import StreamCore

/// An operator that makes values of the elements of all its inputs.
enum SidesOperator: String, CaseIterable {
  case zip = "Zip"
  case combineLatest = "CombineLatest"

  /// Its values are the elements that make them, in the order of the inputs, of which there are two to four.
  func callAsFunction<Upstream: Publisher<Int, Failure>, Failure: Error>(
    _ inputs: [Upstream]
  ) -> AnyPublisher<[Int], Failure> {
    switch (self, inputs.count) {
    case (.zip, 2): AnyPublisher(inputs[0].zip(inputs[1]) { [$0, $1] })
    case (.zip, 3): AnyPublisher(inputs[0].zip(inputs[1], inputs[2]) { [$0, $1, $2] })
    case (.zip, _): AnyPublisher(inputs[0].zip(inputs[1], inputs[2], inputs[3]) { [$0, $1, $2, $3] })
    case (.combineLatest, 2): AnyPublisher(inputs[0].combineLatest(inputs[1]) { [$0, $1] })
    case (.combineLatest, 3): AnyPublisher(inputs[0].combineLatest(inputs[1], inputs[2]) { [$0, $1, $2] })
    case (.combineLatest, _):
      AnyPublisher(inputs[0].combineLatest(inputs[1], inputs[2], inputs[3]) { [$0, $1, $2, $3] })
    }
  }
}
