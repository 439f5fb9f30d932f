public import StreamCore

// Two stages in a row are fused into one that drops as many elements as both would. The form is disfavoured: the
// compiler chooses it only where the context requires the type that it returns.

extension Publishers.Drop {
  /// Like ``Publisher/dropFirst(_:)``, fused with this stage into one `Publishers.Drop`.
  @_disfavoredOverload
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Upstream> {
    requireDropCount(count)
    let (sum, isTooLarge) = self.count.addingReportingOverflow(count)
    return Publishers.Drop(upstream: upstream, count: isTooLarge ? .max : sum)
  }
}
