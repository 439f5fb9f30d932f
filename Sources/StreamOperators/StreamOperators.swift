@_exported public import StreamCombining
@_exported public import StreamDebugging
@_exported public import StreamErrorHandling
@_exported public import StreamFiltering
@_exported public import StreamMapping
@_exported public import StreamReducing
@_exported public import StreamSharing
@_exported public import StreamTiming
