@_exported public import StreamCoding
@_exported public import StreamFoundationSchedulers
@_exported public import StreamNotifications
@_exported public import StreamObservableProperties
@_exported public import StreamTimers
@_exported public import StreamFiles
@_exported public import StreamLines
@_exported public import StreamURLSession
