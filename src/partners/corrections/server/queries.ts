import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { DeletionEffects } from '../api.ts'

/** The new address of a partner that waits for its confirmation, also when its link has expired. */
export async function pendingChange(tx: Tx, partnerId: string): Promise<{ email: string; expiresAt: Date } | null> {
  const row = await tx
    .selectFrom('email_changes')
    .select(['new_email as email', 'expires_at as expiresAt'])
    .where('user_id', '=', sql<string>`(select main_person_id from partners where id = ${partnerId})`)
    .where('confirmed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

interface Counts {
  readonly leads: number
  readonly commissions: number
  readonly payouts: number
  readonly validated: number
  readonly pending: number
  readonly contracts: number
  readonly unsigned: number
  readonly invitations: number
  readonly notes: number
  readonly sessions: number
}

/** What deleting a partner and its people would leave and take away: the same conditions as the deletion's. */
export async function readDeletionEffects(tx: Tx, partnerId: string, now: Date): Promise<Omit<DeletionEffects, 'recurring'>> {
  const { rows } = await sql<Counts>`
    select
      (select coalesce(sum(count), 0)::bigint from lead_stats where partner_id = ${partnerId}) as leads,
      (select coalesce(sum(count), 0)::bigint from commission_stats where partner_id = ${partnerId}) as commissions,
      (
        select coalesce(sum(amount_cents), 0)::bigint from commission_stats where partner_id = ${partnerId} and status = 'valide'
      ) as validated,
      (
        select coalesce(sum(amount_cents), 0)::bigint from commission_stats
        where partner_id = ${partnerId} and status = 'en_attente'
      ) as pending,
      (select count(*) from payouts where partner_id = ${partnerId}) as payouts,
      contracts.kept as contracts, contracts.unsigned,
      (
        select count(*) from invitations
        where user_id = any (people.ids) and accepted_at is null and withdrawn_at is null
      ) as invitations,
      (select count(*) from partner_notes where partner_id = ${partnerId}) as notes,
      (select coalesce(sum(app.open_sessions(person, ${now})), 0)::bigint from unnest(people.ids) person) as sessions
    from (
      select array(select person_id from partner_members where partner_id = ${partnerId} and until is null) as ids
    ) people, (
      select count(*) filter (where gone) as unsigned, count(*) filter (where not gone) as kept
      from (
        select c.status = 'en_attente' and not exists (select from signatures s where s.contract_id = c.id) as gone
        from contracts c where c.user_id = ${partnerId}
      ) each_contract
    ) contracts`.execute(tx)
  const { leads, commissions, payouts, validated, pending, contracts, unsigned, invitations, notes, sessions } = rows[0] as Counts
  return {
    stays: { leads, commissions, contracts, payouts },
    owed: { validatedCents: validated, pendingCents: pending },
    goes: { sessions, invitations, unsignedContracts: unsigned, notes },
  }
}
