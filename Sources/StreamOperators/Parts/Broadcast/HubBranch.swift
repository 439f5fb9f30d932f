public import StreamCore

/// One subscriber of a hub with a queue for each of them, which is a ``SerialDelivery``. It receives every value of the
/// hub's broadcaster, and is the upstream of the delivery.
@usableFromInline
package protocol HubBranch: Subscriber, StageSubscription {
  associatedtype Policy: DeliveryPolicy
  associatedtype Downstream: Subscriber where Downstream.Input == Policy.Element, Downstream.Failure == Policy.Failure

  var delivery: SerialDelivery<Policy, Downstream> { get }

  /// Its subscription to the broadcaster of the hub.
  var upstream: SubjectSubscription { get }
}

extension HubBranch {
  @usableFromInline package var description: String { upstream.description }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    // The branch has made it.
  }
}

extension SubjectSubscription {
  /// The subscription of a branch, which takes each value from the start.
  @usableFromInline
  package convenience init(ofBranch hub: SubjectHub, owner: AnyObject?) {
    self.init(hub, owner: owner, phase: .open)
    _ = pendingDemand.add(.unlimited)
  }
}

extension Broadcaster {
  /// Hands a branch's subscription over, and sends it what comes from now on.
  ///
  /// - Parameters:
  ///   - branch: The branch.
  ///   - begin: A change of its policy, under the locks of the delivery and of this, before a value can come.
  /// - Returns: Whether the stream had ended.
  @inlinable
  @discardableResult
  func add<Branch: HubBranch>(_ branch: Branch, _ begin: (inout Branch.Policy) -> Void = { _ in }) -> Bool
  where Branch.Input == Output, Branch.Failure == Failure {
    let conduit = SubscriberConduit(branch.upstream, to: branch)
    let delivery = branch.delivery
    delivery.attach(branch, from: UpstreamKey())
    var completion: Completion?
    delivery.beginLate { policy in completion = enlist(conduit) { begin(&policy) }.completion }
    if let completion { branch.receive(completion: completion) }
    delivery.endHandover()
    return completion != nil
  }
}
