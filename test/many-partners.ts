import { encryptIban } from '#money/bank-details/server/iban-encryption.ts'
import type { DatabaseKind } from './databases.ts'
import { PayoutApp } from './payout-app.ts'
import { PayoutFileApp } from './payout-file-app.ts'
import { ibanFor } from './samples/bank/payouts.ts'

/** A portal with that many partners, each with an IBAN and five commissions of 150 € in all, and its files for the bank. */
export async function openManyPartners(
  databaseKind: DatabaseKind,
  count: number,
): Promise<{ readonly world: PayoutApp; readonly files: PayoutFileApp }> {
  const world = await PayoutApp.open(databaseKind)
  const files = new PayoutFileApp(world)
  files.untilMorning()
  // Statements count as accepted at once.
  await world.programme({ acceptanceDays: 0 })
  await world.app.portal.database.asOwner(async (run) => {
    // One statement: a company without an owner is refused where its transaction ends.
    await run(`with people as (
        insert into profiles (user_id, email, full_name, created_at, joined_at)
        select gen_random_uuid(), 'p' || n || '@exemple.fr', 'Partenaire ' || n, now(), now()
        from generate_series(1, ${count}) n returning user_id
      ), companies as (
        insert into partners (id, main_person_id, created_at) select user_id, user_id, now() from people
      )
      insert into partner_members (partner_id, person_id, role, since) select user_id, user_id, 'owner', now() from people`)
    const { rows } = await run(`select user_id from profiles where full_name like 'Partenaire %'`)
    const details = rows.map(({ user_id }, index) => {
      const iban = ibanFor('FR', String(index).padStart(23, '0'))
      return { partner_id: user_id, ...encryptIban(world.app.portal.config, String(user_id), iban) }
    })
    await run(
      `insert into payment_infos (partner_id, company, iban_encrypted, iban_seal, iban_fingerprint, iban_mask_encrypted,
        iban_checks_out, address, country, updated_at, iban_changed_at)
      select partner_id, 'Societe', iban_encrypted, iban_seal, iban_fingerprint, iban_mask_encrypted, true, '1 rue du Port',
        'France', now(), now() - interval '100 hours'
      from jsonb_populate_recordset(null::payment_infos, $1::jsonb)`,
      [JSON.stringify(details)],
    )
    await run(`insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
        amount_cents, status, created_at, validated_at, payable_by)
      select gen_random_uuid(), user_id, 'manual', 'Prime ' || n, 10000 * n, 10, 'Bronze', 1000 * n, 'valide',
        now(), now(), now()
      from profiles, generate_series(1, 5) n where full_name like 'Partenaire %'`)
  })
  return { world, files }
}
