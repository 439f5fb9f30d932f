// StreamTesting's public API, and its package API for this package's tests.
@_exported public import StreamTesting

public typealias Specimen = ContractSpecimen
public typealias Token = ReleaseToken
