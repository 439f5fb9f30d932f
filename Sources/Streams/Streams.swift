@_exported public import StreamCore
@_exported public import StreamDiagnostics
@_exported public import StreamFoundationBridges
@_exported public import StreamInspection
@_exported public import StreamOperators
@_exported public import StreamSchedulers
