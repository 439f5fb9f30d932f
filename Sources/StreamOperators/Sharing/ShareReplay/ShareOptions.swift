public import StreamParts

/// When a shared publisher subscribes to upstream.
@frozen
public enum StreamShareConnect: Hashable, Sendable {
  /// When the first subscriber has subscribed.
  case onFirstSubscriber

  /// When the publisher is created. Once it has been disconnected, when the next subscriber has subscribed.
  case immediately

  /// Once this number of subscribers has arrived, counted again for each run. With zero, immediately; a negative number
  /// traps.
  case whenSubscribers(Int)
}

/// When a shared publisher cancels the subscription to upstream.
@frozen
public enum StreamShareDisconnect: Hashable, Sendable {
  /// When the last subscriber cancels. That empties the log; the next subscriber connects anew.
  case whenUnused

  /// When the publisher has been released and has no subscribers. Until then the log stays.
  case never
}

/// What a shared publisher delivers to a subscriber that arrives after the completion.
@frozen
public enum StreamShareEnd: Hashable, Sendable {
  /// The elements in the log, then the completion.
  case replay

  /// The elements and the completion of a new run of upstream.
  case restart
}

extension PublisherNames {
  /// ``StreamShareConnect``, under a short name that a client's own type overrides.
  public typealias ShareConnect = StreamShareConnect

  /// ``StreamShareDisconnect``, under a short name that a client's own type overrides.
  public typealias ShareDisconnect = StreamShareDisconnect

  /// ``StreamShareEnd``, under a short name that a client's own type overrides.
  public typealias ShareEnd = StreamShareEnd
}
