import type { Tx } from '#platform/server/db/database.ts'

interface EventRow {
  readonly subject_id: string | null
  readonly before: unknown
  readonly after: unknown
}

/** Whether an event says nothing any more, since the person whom it was about was erased: nobody is mailed about it. */
export async function wasEmptied(tx: Tx, { subject_id, before, after }: EventRow): Promise<boolean> {
  if (subject_id === null || before !== null || after !== null) return false
  const erasure = await tx
    .selectFrom('erasures as e')
    .leftJoin('erasure_leads as l', 'l.erasure_id', 'e.id')
    .select('e.id')
    .where('e.done_at', 'is not', null)
    .where((is) => is.or([is('l.lead_id', '=', subject_id), is('e.user_id', '=', subject_id)]))
    .limit(1)
    .executeTakeFirst()
  return erasure !== undefined
}
