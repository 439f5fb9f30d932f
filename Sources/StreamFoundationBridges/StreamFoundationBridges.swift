@_exported public import StreamCoding
@_exported public import StreamFoundationSchedulers
@_exported public import StreamURLSession
