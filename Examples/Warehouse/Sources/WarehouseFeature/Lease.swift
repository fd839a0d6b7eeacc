import TroupeDurable

/// The right to edit an item, until a point in time. Only who has the id can use it.
package struct Lease: Codable, Hashable, Sendable {
  package static let duration = Duration.seconds(60)

  package let id: String
  package let endsAt: WallClockInstant

  package init(id: String, endsAt: WallClockInstant) {
    self.id = id
    self.endsAt = endsAt
  }
}
