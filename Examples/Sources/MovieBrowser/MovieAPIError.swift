import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The failure of a request to a catalogue.
public enum MovieAPIError: Error {
  /// The address is malformed.
  case badURL(String)

  /// The server's response is an error status.
  case badResponse(status: Int)

  /// The body of the response is not the expected JSON.
  case undecodable(any Error)

  /// There was no response, or an incomplete one.
  case other(any Error)

  /// Classifies any error.
  public init(_ error: any Error) {
    switch error {
    case let error as MovieAPIError: self = error
    case let error as DecodingError: self = .undecodable(error)
    default: self = .other(error)
    }
  }

  /// Whether a retry may help. A wrong address or a missing page is permanent.
  public var mayPass: Bool {
    switch self {
    case .badURL: false
    case .badResponse(let status): status >= 500
    case .undecodable, .other: true
    }
  }
}

extension MovieAPIError: CustomStringConvertible {
  /// The message, for display.
  public var description: String {
    switch self {
    case .badURL(let address): "“\(address)” is not an http address"
    case .badResponse(let status): "the server answered with status \(status)"
    case .undecodable: "the answer was not the JSON expected"
    case .other(let error as URLError): Self.describe(error)
    case .other(let error): "\(error)"
    }
  }

  private static func describe(_ error: URLError) -> String {
    switch error.code {
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed: "no server answers at this address"
    case .networkConnectionLost: "the connection broke off in the middle of the answer"
    case .timedOut: "the server did not answer in time"
    default: error.localizedDescription
    }
  }
}
