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
    guard receiver.isAll else { return "\(demand) of \(receiver.words)" }
    return "\(demand) of all" + (receiver == .all() ? "" : " but \(receiver.epoch)")
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
    let origin = UpstreamKey(index: index, epoch: epoch)
    guard let released = complete(origin) else { return "" }
    return words("releases \(released)", requests(after: .completed(origin), total: .none))
  }

  /// What is requested when downstream requests more.
  package mutating func requested(_ more: Subscribers.Demand, total: Subscribers.Demand? = nil) -> String {
    requests(after: .requested(more), total: total ?? more).words
  }

  /// What is returned to the upstream that runs the drain loop, and what is requested, when a value has been delivered.
  package mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand = .none, total: Subscribers.Demand? = nil,
    caller: UpstreamKey?
  ) -> String {
    var requests = requests(after: .delivered(from: origin, adding: more), total: total ?? more)
    let returned = requests.takeShare(of: caller)
    return words(returned == .none ? nil : "returns \(returned)", requests)
  }

  /// What is requested at the end of the drain loop.
  package mutating func drained(total: Subscribers.Demand) -> String {
    requests(after: .drained, total: total).words
  }

  /// The states of the upstreams in the order of its properties: awaiting, active or terminated.
  package var states: String {
    upstreamStates(in: self).map { upstream in
      switch upstream.phase {
      case .awaitingSubscription: "awaiting"
      case .active: "active " + (upstream.subscription.map { "\($0)" } ?? "")
      case .terminated: "terminated"
      }
    }.joined(separator: ", ")
  }

  private func upstreamStates(in value: Any) -> [UpstreamState] {
    if let state = value as? UpstreamState { return [state] }
    if let subscription = value as? ScriptedSubscription { return [.active(subscription)] }
    return Mirror(reflecting: value).children.flatMap { upstreamStates(in: $0.value) }
  }

  private func words(_ first: String?, _ requests: UpstreamRequests) -> String {
    [first, requests.isEmpty ? nil : requests.words].compactMap { $0 }.joined(separator: ", ")
  }
}
