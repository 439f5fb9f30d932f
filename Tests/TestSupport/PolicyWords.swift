package import StreamCore
package import StreamParts

// What a policy decides, in a few words: an upstream is named by its index, a child by its index and its epoch.

extension UpstreamKey {
  package var words: String { epoch == 0 ? "\(index)" : "\(index).\(epoch)" }
}

extension UpstreamRequests {
  /// Such as `max(1) of 0`, `unlimited of all`, `max(2) of all but 1`, or nothing.
  package var words: String {
    if isEmpty { return "" }
    switch receivers {
    case .one(let origin): return "\(demand) of \(origin.words)"
    case .all(except: -1): return "\(demand) of all"
    case .all(let exception): return "\(demand) of all but \(exception)"
    }
  }
}

extension DeliveryPolicy {
  /// Lets an upstream send a subscription.
  ///
  /// - Parameters:
  ///   - index: The index of the upstream.
  ///   - epoch: Its epoch.
  ///   - demand: The outstanding demand of downstream.
  ///   - cancels: Gets the name of the upstream when its subscription is cancelled.
  /// - Returns: What is requested from it; `refused` if the subscription must be cancelled.
  package mutating func attach(
    _ index: Int, epoch: Int = 0, demand: Subscribers.Demand = .none, recording cancels: Box<[String]>? = nil
  ) -> String {
    let origin = UpstreamKey(index: index, epoch: epoch)
    let subscription = ScriptedSubscription(
      description: origin.words, onCancel: { cancels?.update { $0.append(origin.words) } })
    return attach(subscription, from: origin, demand: demand).map { "\($0)" } ?? "refused"
  }

  /// Which subscription an upstream that completes releases, and what is requested.
  package mutating func complete(_ index: Int, epoch: Int = 0) -> String {
    var requests = UpstreamRequests()
    let released = complete(UpstreamKey(index: index, epoch: epoch), &requests)
    return words(released.map { "releases \($0)" }, requests)
  }

  /// What is requested when downstream requests more.
  package mutating func requested(_ more: Subscribers.Demand, total: Subscribers.Demand? = nil) -> String {
    var requests = UpstreamRequests()
    requested(more, total: total ?? more, &requests)
    return requests.words
  }

  /// What is returned to the upstream that runs the drain loop, and what is requested, when a value has been delivered.
  package mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand = .none, total: Subscribers.Demand? = nil,
    caller: UpstreamKey?
  ) -> String {
    var (returned, requests) = (Subscribers.Demand.none, UpstreamRequests())
    delivered(from: origin, adding: more, total: total ?? more, caller: caller, returned: &returned, &requests)
    return words(returned == .none ? nil : "returns \(returned)", requests)
  }

  /// What is requested at the end of the drain loop.
  package mutating func drained(total: Subscribers.Demand) -> String {
    var requests = UpstreamRequests()
    drained(total: total, &requests)
    return requests.words
  }

  /// The states of the upstreams: awaiting, active or terminated.
  package var states: String {
    upstreams.map { upstream in
      switch upstream.phase {
      case .awaitingSubscription: "awaiting"
      case .active: "active " + (upstream.subscription.map { "\($0)" } ?? "")
      case .terminated: "terminated"
      }
    }.joined(separator: ", ")
  }

  private func words(_ first: String?, _ requests: UpstreamRequests) -> String {
    [first, requests.isEmpty ? nil : requests.words].compactMap { $0 }.joined(separator: ", ")
  }
}
