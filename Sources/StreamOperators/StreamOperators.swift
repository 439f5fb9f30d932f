@_exported public import StreamCombining
@_exported public import StreamErrorHandling
@_exported public import StreamMapping
@_exported public import StreamTiming
