import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionConfiguration {
  /// Keeps nothing, and waits for an answer as long as it takes: on a busy machine the minute that is usual may pass
  /// before a test has its turn to ask for one. A request that is to time out says so itself.
  static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3_600
    return configuration
  }
}
