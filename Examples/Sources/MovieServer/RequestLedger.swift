import Synchronization

/// Counts requests, decides which of them fail, and tracks the number of concurrent poster requests.
final class RequestLedger: Sendable {
  private struct Counts {
    var requests = 0
    var openPosters = 0
    var peakOfPosters = 0
  }

  private let counts = Mutex(Counts())
  private let failingRequests: Int
  private let isFailing: @Sendable (Int) -> Bool

  init(failingRequests: Int, isFailing: @escaping @Sendable (Int) -> Bool) {
    self.failingRequests = failingRequests
    self.isFailing = isFailing
  }

  var requestCount: Int {
    counts.withLock { $0.requests }
  }

  var peakOfPosters: Int {
    counts.withLock { $0.peakOfPosters }
  }

  /// Registers a request, and returns its fault if it fails.
  func open(isPoster: Bool) -> Fault? {
    let earlierRequests = counts.withLock { counts in
      defer { counts.requests += 1 }
      if isPoster {
        counts.openPosters += 1
        counts.peakOfPosters = max(counts.peakOfPosters, counts.openPosters)
      }
      return counts.requests
    }
    let fails = earlierRequests < failingRequests || isFailing(earlierRequests)
    return fails ? Fault.allCases[earlierRequests % Fault.allCases.count] : nil
  }

  /// Registers the end of a request.
  func close(isPoster: Bool) {
    guard isPoster else { return }
    counts.withLock { $0.openPosters -= 1 }
  }
}
