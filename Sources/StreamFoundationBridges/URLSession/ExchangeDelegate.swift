#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking

  /// The delegate of a task with a handler. The session's delegate, if it has one, is asked, too.
  ///
  /// Foundation for Linux (as of Swift 6.3) sends all header fields wherever a server redirects to, and never ends a
  /// task that is challenged without a credential.
  // Sendable: the response is under the lock.
  final class ExchangeDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    /// Whether the task is being cancelled: one that has stopped must not be told how to go on.
    private let isCancelling: @Sendable () -> Bool
    private let challenged = Locked<URLResponse?>(nil)

    init(isCancelling: @escaping @Sendable () -> Bool) {
      self.isCancelling = isCancelling
    }

    var challengedResponse: URLResponse? { challenged.value }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      if isCancelling() { return }
      let request = request.redirected(
        from: response.url, sessionFields: session.configuration.httpAdditionalHeaders)
      guard let client = session.delegate as? any URLSessionTaskDelegate else { return completionHandler(request) }
      client.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: completionHandler)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      if isCancelling() { return }
      let hasCredential = challenge.proposedCredential != nil
      let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = { disposition, credential in
        // Foundation would wait for a credential for ever.
        guard disposition == .performDefaultHandling, !hasCredential else {
          return completionHandler(disposition, credential)
        }
        _ = self.challenged.exchange(task.response)
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
      guard let client = session.delegate as? any URLSessionTaskDelegate else {
        return answer(.performDefaultHandling, nil)
      }
      client.urlSession(session, task: task, didReceive: challenge, completionHandler: answer)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      guard let client = session.delegate as? any URLSessionTaskDelegate else { return completionHandler(nil) }
      client.urlSession(session, task: task, needNewBodyStream: completionHandler)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      (session.delegate as? any URLSessionTaskDelegate)?.urlSession(
        session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
        totalBytesExpectedToSend: totalBytesExpectedToSend)
    }
  }
#endif
