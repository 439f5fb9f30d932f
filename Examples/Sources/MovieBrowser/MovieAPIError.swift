import Foundation

/// The failure of a request to a catalogue.
public enum MovieAPIError: Error {
  /// The address is malformed.
  case badURL(String)

  /// The server's response is an error status.
  case badResponse(status: Int)

  /// The body of the response is not the expected JSON.
  case undecodable(any Error)

  /// No server listens at the address.
  case noServer

  /// The response is incomplete.
  case brokenOff

  /// The server took too long.
  case timedOut

  /// Any other reason for which there is no response, in the words of the client.
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
    case .undecodable, .noServer, .brokenOff, .timedOut, .other: true
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
    case .noServer: "no server answers at this address"
    case .brokenOff: "the connection broke off in the middle of the answer"
    case .timedOut: "the server did not answer in time"
    case .other(let error): (error as? URLError)?.localizedDescription ?? "\(error)"
    }
  }
}
