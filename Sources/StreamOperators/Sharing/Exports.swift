@_exported public import StreamCore
@_exported public import StreamParts
@_exported public import StreamSchedulers
