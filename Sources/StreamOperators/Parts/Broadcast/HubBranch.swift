package import StreamCore

/// One subscriber of a hub with a queue for each of them.
package protocol HubBranch {
  /// Its subscription to the broadcaster of the hub.
  var upstream: SubjectSubscription { get }
}

extension BroadcastBranch: HubBranch {}

extension ReplayBranch: HubBranch {}
