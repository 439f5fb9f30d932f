public import StreamParts

/// A failure with the places that it has passed: `Publishers.SitedFailure`.
public struct SitedFailureError<Underlying: Error>: Error, CustomStringConvertible, TaggedFailureSite.Carrier {
  /// The failure.
  public let underlying: Underlying

  /// The places that it has passed, the innermost first.
  public let sites: [TaggedFailureSite]

  /// Creates a failure with places.
  ///
  /// - Parameters:
  ///   - underlying: The failure.
  ///   - sites: The places that it has passed, the innermost first.
  public init(_ underlying: Underlying, sites: [TaggedFailureSite]) {
    (self.underlying, self.sites) = (underlying, sites)
  }

  /// The failure and its places: `timedOut at App/Feed.swift:12 "feed", App/View.swift:7`.
  public var description: String {
    sites.isEmpty ? "\(underlying)" : "\(underlying) at \(sites.map(\.description).joined(separator: ", "))"
  }

  /// The failure, with one more place.
  ///
  /// - Parameter site: The place.
  /// - Returns: The same failure, whose last place is `site`.
  public func passing(_ site: TaggedFailureSite) -> Self {
    Self(underlying, sites: sites + [site])
  }
}

extension SitedFailureError: Equatable where Underlying: Equatable {}

/// A place that a failure has passed: `Publishers.TaggedSite`.
public struct TaggedFailureSite: Hashable, Sendable, CustomStringConvertible {
  /// A failure that carries places. `taggingFailures` adds its own place to them instead of nesting the type once more.
  public protocol Carrier: Error {
    /// The failure, with one more place.
    func passing(_ site: TaggedFailureSite) -> Self
  }

  /// The label of the stage that the failure has passed; empty without one.
  public let label: String

  /// Where the operator is written.
  public let site: StreamSite

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - label: The label of the stage that the failure has passed.
  ///   - site: Where the operator is written.
  public init(label: StaticString = "", site: StreamSite = StreamSite()) {
    (self.label, self.site) = (label.description, site)
  }

  /// The place, and the label in quotes: `App/Feed.swift:12 "feed"`.
  public var description: String { label.isEmpty ? "\(site)" : "\(site) \"\(label)\"" }
}

extension PublisherNames {
  /// ``SitedFailureError``, under a short name that a client's own type overrides.
  public typealias SitedFailure<Underlying: Error> = SitedFailureError<Underlying>

  /// ``TaggedFailureSite``, under a short name that a client's own type overrides.
  public typealias TaggedSite = TaggedFailureSite
}
