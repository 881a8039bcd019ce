/** Whether a deadline has come: the one rule for 'late' and 'overdue'. `platform/server/db/deadlines.ts` says it in SQL. */
export function isLate(deadline: Date, now: Date): boolean {
  return deadline.getTime() <= now.getTime()
}
