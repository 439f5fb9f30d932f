public import NIOCore

/// Why a stream on a channel has failed.
public enum ChannelStreamError: Error, Sendable {
  /// The channel's inbound has, or had, another subscriber: there is one inbound, and one gets it.
  case alreadySubscribed

  /// The operating system's error: a reset connection, for one.
  case system(IOError)

  /// NIO's own error: a write to a closed channel, for one.
  case channel(ChannelError)

  /// The error of another handler in the pipeline: what a decoder has found malformed, for one.
  case handler(any Error)

  init(_ error: any Error) {
    switch error {
    case let error as ChannelStreamError: self = error
    case let error as IOError: self = .system(error)
    case let error as ChannelError: self = .channel(error)
    default: self = .handler(error)
    }
  }
}
