internal import StreamCore
public import StreamParts

// Combine's overloads of these operators keep a publisher of a single value one. The general types are marked as such
// instead, for the stages that look: see `SingleValuePublisher`.

extension Publishers.Map: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryMap: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Scan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryScan: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.SetFailureType: SingleValuePublisher where Upstream: SingleValuePublisher {}
