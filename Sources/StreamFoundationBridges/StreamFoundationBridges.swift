@_exported public import StreamCoding
@_exported public import StreamURLSession
