// Part of each sample that declares what the toolkit has, too: .ci/extras.

/// Tells that a declaration of the client's was found, and none of the toolkit's.
public struct ClientMark: Sendable {
  public init() {}
}
