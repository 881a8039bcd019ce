export interface TimestampOutagesTable {
  url: string
  since: Date
  reason: string
  checked_at: Date
}
