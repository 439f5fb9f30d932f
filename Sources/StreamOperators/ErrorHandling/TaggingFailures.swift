public import StreamCore
public import StreamParts

extension Publisher {
  /// Adds the place of this operator, and a label, to a failure, to show where it has passed.
  ///
  ///     upstream      --1--2--#
  ///     taggingFailures("feed", fileID: "App/Feed.swift", line: 12)
  ///     downstream    --1--2--#
  ///     # = # at App/Feed.swift:12 "feed"
  ///
  /// Elements cost nothing. A failure that passes several tags becomes one error with several sites, the innermost
  /// first.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on with the place.
  /// - **Threads**: delivers where upstream delivers.
  ///
  /// - Parameters:
  ///   - label: The label of the stage that the failure has passed.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: A publisher of the same elements, which fails with the failure and its sites.
  @_disfavoredOverload
  @inlinable
  public func taggingFailures(
    _ label: StaticString = "", fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.MapError<Self, Publishers.SitedFailure<Failure>> {
    let tag = FirstFailureTag<Failure>(
      site: TaggedFailureSite(label: label, site: StreamSite(fileID: fileID, line: line)))
    return Publishers.MapError(upstream: self, transform: tag.add)
  }
}

extension Publisher where Failure: TaggedFailureSite.Carrier {
  /// Adds the place of this operator to a failure that has already been tagged: see
  /// ``taggingFailures(_:fileID:line:)``.
  ///
  ///     upstream      --1--2--#
  ///     taggingFailures("feed", fileID: "App/Feed.swift", line: 12)
  ///     downstream    --1--2--#
  ///     # = # at App/Feed.swift:12 "feed"
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on with one more place.
  /// - **Threads**: delivers where upstream delivers.
  ///
  /// - Parameters:
  ///   - label: The label of the stage that the failure has passed.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: A publisher of the same elements, which fails with the failure and its sites.
  @_disfavoredOverload
  @inlinable
  public func taggingFailures(
    _ label: StaticString = "", fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.MapError<Self, Failure> {
    let tag = FurtherFailureTag<Failure>(
      site: TaggedFailureSite(label: label, site: StreamSite(fileID: fileID, line: line)))
    return Publishers.MapError(upstream: self, transform: tag.add)
  }
}

/// Methods instead of closures, which would capture the generic type.
@usableFromInline
struct FirstFailureTag<Failure: Error>: Sendable {
  @usableFromInline let site: TaggedFailureSite

  @inlinable
  init(site: TaggedFailureSite) {
    self.site = site
  }

  @inlinable
  @Sendable
  func add(to failure: Failure) -> SitedFailureError<Failure> { SitedFailureError(failure, sites: [site]) }
}

@usableFromInline
struct FurtherFailureTag<Failure: TaggedFailureSite.Carrier>: Sendable {
  @usableFromInline let site: TaggedFailureSite

  @inlinable
  init(site: TaggedFailureSite) {
    self.site = site
  }

  @inlinable
  @Sendable
  func add(to failure: Failure) -> Failure { failure.passing(site) }
}
