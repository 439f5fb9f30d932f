@_exported public import StreamCore
@_exported public import StreamLines
@_exported public import StreamParts

// Off Apple platforms, the URL loading types in the publishers' signatures are in a separate module.
#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
