package import Foundation

extension URLError {
  /// Converts a task's error. Another kind of error becomes `URLError.unknown`, with the error as the underlying one in
  /// its `userInfo`.
  ///
  /// - Parameter error: The error; `nil` if the task ended with neither error nor response.
  package init(orWrapping error: (any Error)?) {
    switch error {
    case nil:
      self.init(.unknown)
    case let error as URLError:
      self = error
    case let error as NSError where error.domain == NSURLErrorDomain:
      // On Linux the cast above does not bridge, and not every number is a code.
      let code: Code? = Code(rawValue: error.code)
      self.init(code ?? .unknown, userInfo: error.userInfo)
    case let error?:
      self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
    }
  }
}
