import StreamCore
import StreamFiltering

/// An operator that waits for a trigger, with the name of its type.
enum UntilOutputOperator: String, CaseIterable {
  case drop = "DropUntilOutput"
  case prefix = "PrefixUntilOutput"

  func callAsFunction<Upstream: Publisher, Trigger: Publisher>(
    _ upstream: Upstream, _ trigger: Trigger
  ) -> AnyPublisher<Upstream.Output, Upstream.Failure> where Trigger.Failure == Upstream.Failure {
    switch self {
    case .drop: AnyPublisher(upstream.drop(untilOutputFrom: trigger))
    case .prefix: AnyPublisher(upstream.prefix(untilOutputFrom: trigger))
    }
  }
}
