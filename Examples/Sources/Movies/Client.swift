import ArgumentParser
import MovieBrowser

#if INTEGRATIONS
  import MovieBrowserHTTPClient
#endif

/// The HTTP clients that can be chosen.
enum Client: String, CaseIterable, ExpressibleByArgument {
  case urlSession = "url-session"

  #if INTEGRATIONS
    case asyncHTTPClient = "async-http-client"
  #endif

  /// Makes the client.
  func make() -> MovieClient {
    switch self {
    case .urlSession: .urlSession()
    #if INTEGRATIONS
      case .asyncHTTPClient: .asyncHTTPClient()
    #endif
    }
  }
}
