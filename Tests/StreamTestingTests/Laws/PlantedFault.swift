import StreamCore
import StreamTesting
import TestSupport

/// An operator that passes everything on, but for one fault.
struct PlantedFault: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  enum Kind: CaseIterable, Sendable {
    case none, loss, duplicate, reorder, stall, noEnd, afterEnd, beyondDemand, failureAsFinish, hold
  }

  let upstream: Law.Upstream
  let kind: Kind

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    upstream.subscribe(Inner(downstream: subscriber, kind: kind))
  }

  /// What is not released, by the fault that holds it.
  private static let held = Box<[any Subscription]>([])

  private final class Inner<Downstream: Subscriber>: Subscriber, @unchecked Sendable
  where Downstream.Input == Int, Downstream.Failure == TestError {
    // Sendable: signals do not overlap.
    private let downstream: Downstream
    private let kind: Kind
    private var count = 0
    private var kept: Int?

    init(downstream: Downstream, kind: Kind) {
      (self.downstream, self.kind) = (downstream, kind)
    }

    func receive(subscription: any Subscription) {
      if kind == .hold { PlantedFault.held.update { $0.append(subscription) } }
      downstream.receive(subscription: subscription)
      if kind == .beyondDemand { subscription.request(.max(1)) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      count += 1
      switch kind {
      case .loss where count == 3: return .max(1)
      case .stall where count == 3: return .none
      case .duplicate where count == 3: return downstream.receive(input) + downstream.receive(input)
      case .reorder where count == 2:
        kept = input
        return .max(1)
      case .reorder where count == 3:
        let more = downstream.receive(input)
        return more + (kept.map(downstream.receive) ?? .none)
      default: return downstream.receive(input)
      }
    }

    func receive(completion: Subscribers.Completion<TestError>) {
      if kind == .noEnd { return }
      if kind == .reorder, count == 2, let kept { _ = downstream.receive(kept) }
      downstream.receive(completion: kind == .failureAsFinish ? .finished : completion)
      if kind == .afterEnd { _ = downstream.receive(7) }
    }
  }
}
