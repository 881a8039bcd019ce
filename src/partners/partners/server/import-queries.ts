import { sql } from 'kysely'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import type { Named } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/** Finds addresses that already have an account or an invitation, each with a sentence that says which. */
export async function knownAddresses(tx: Tx, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('profiles as p')
    .select(['p.email', 'p.joined_at'])
    .where('p.email', '=', sql<string>`any(${[...emails]}::text[])`)
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .execute()
  return new Map(
    rows.map(({ email, joined_at }) => [email, joined_at ? m.importHasAccount({ email }) : m.importInvitedAlready({ email })]),
  )
}

/** Templates that a new partner can be sent. */
export function mainTemplates(tx: Tx): Promise<(Named & { id: string })[]> {
  return tx
    .selectFrom('contract_templates')
    .select(['id', 'name', 'names'])
    .where('kind', '=', 'main')
    .where('archived_at', 'is', null)
    .execute()
}
