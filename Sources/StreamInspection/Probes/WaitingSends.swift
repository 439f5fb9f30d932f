internal import StreamCore
internal import StreamParts

/// The hub of a subject, or of a publisher that many subscribers share.
protocol SendingHub: AnyObject, Sendable {
  /// How many signals are in its queue. Those that the delivering thread has taken out do not count.
  var waitingSends: Int { get }
}

extension Broadcaster: SendingHub {
  var waitingSends: Int {
    lock.withLock { _ in
      work.reduce(0) { count, work in
        switch work {
        case .value, .completion: count + 1
        case .replay, .action, .add, .remove: count
        }
      }
    }
  }
}

/// The hub that a subscription belongs to, if a subject has made it.
func hub(of subscription: any Subscription) -> (any SendingHub)? {
  var own = subscription as? SubjectSubscription
  // A hub with a queue for each subscriber hands out the subscription of the queue.
  if let handle = subscription as? SubscriptionHandle {
    let upstreams = handle.mirrorChildren.first { $0.key == "upstreams" }?.value as? [UpstreamState]
    own = (upstreams?.first?.subscription as? any HubBranch)?.upstream
  }
  return own?.link.withLock { $0.hub } as? any SendingHub
}
