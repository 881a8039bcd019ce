import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Work } from '../work.ts'

/** Refuses with a fault at `partnerId` unless the person is a partner with access or an invitation. */
export async function requirePartner({ tx }: Pick<Work, 'tx'>, userId: string): Promise<void> {
  const partner = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(user_id) = 'partner'`)
    .executeTakeFirst()
  if (partner) return
  const message = 'This partner does not exist any more.'
  throw new Refusal('partner_not_active', message, { fields: [{ path: 'partnerId', message }] })
}
