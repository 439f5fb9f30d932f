@_exported public import StreamCore
@_exported public import StreamLines
@_exported public import StreamParts
