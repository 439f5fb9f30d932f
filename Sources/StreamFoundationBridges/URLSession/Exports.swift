@_exported public import StreamCore
@_exported public import StreamLines
@_exported public import StreamParts

// Off Apple's platforms, the types of URL loading that the publishers' signatures use are a module of their own.
#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
