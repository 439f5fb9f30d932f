import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a catalogue gave no films.
public enum MovieAPIError: Error {
  /// The address is none that could be asked.
  case badURL(String)

  /// The server answered, but not with the films.
  case badResponse(status: Int)

  /// The server answered with something that is not the expected JSON.
  case undecodable(any Error)

  /// There was no answer, or there was none in full.
  case other(any Error)

  /// Sorts any error into the cases above.
  public init(_ error: any Error) {
    switch error {
    case let error as MovieAPIError: self = error
    case let error as DecodingError: self = .undecodable(error)
    default: self = .other(error)
    }
  }

  /// Whether asking again may help. A wrong address or a page that is not there stays what it is.
  public var mayPass: Bool {
    switch self {
    case .badURL: false
    case .badResponse(let status): status >= 500
    case .undecodable, .other: true
    }
  }
}

extension MovieAPIError: CustomStringConvertible {
  /// What happened, for people.
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
