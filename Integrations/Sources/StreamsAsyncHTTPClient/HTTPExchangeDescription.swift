internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import StreamCore
internal import StreamsNIOParts

/// What is done for each subscriber.
struct HTTPExchangeDescription: Sendable {
  let client: HTTPClient
  let request: HTTPClient.Request
  let upload: HTTPUpload?
  let timeout: TimeAmount?

  /// Attaches a subscriber to the body of an exchange of its own.
  func attach<S: Subscriber>(body subscriber: S, accept: @escaping @Sendable (HTTPResponseHead) -> Bool)
  where S.Input == ByteBuffer, S.Failure == HTTPStreamError {
    let eventLoop = client.eventLoopGroup.next()
    let exchange = HTTPExchange(self, heads: .accepted(if: accept), on: eventLoop)
    exchange.body.attach(subscriber, source: exchange)
  }

  /// Attaches a subscriber to the response of an exchange of its own.
  func attach<S: Subscriber>(response subscriber: S)
  where S.Input == HTTPStreamResponse, S.Failure == HTTPStreamError {
    let eventLoop = client.eventLoopGroup.next()
    let heads = Inflow<HTTPStreamResponse, HTTPStreamError>("HTTPResponses", on: eventLoop)
    let exchange = HTTPExchange(self, heads: .delivered(to: heads), on: eventLoop)
    heads.attach(subscriber, source: HTTPHeadSource(exchange))
  }
}

extension Inflow where Failure == HTTPStreamError {
  /// Attaches the one subscriber of an inflow that was made for it.
  fileprivate func attach<S: Subscriber>(_ subscriber: S, source: any InflowSource)
  where S.Input == Element, S.Failure == Failure {
    retain(source)
    attach(subscriber, orFailWith: .alreadySubscribed)
  }
}
