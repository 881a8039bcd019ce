import { system } from '#access/domain/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Portal } from '#platform/server/portal.ts'
import { derivedFromIban, readIban } from './iban-encryption.ts'

const pageSize = 500

/**
 * Gives IBANs that were saved before there were fingerprints, masks and searched ends theirs. At start, because only a server can
 * decrypt. Ones that cannot be decrypted stay as they are, and are shown as unreadable.
 */
export async function completeOldIbans({ database }: Pick<Portal, 'database'>, config: Pick<Config, 'secret'>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const last = await database.asActor(system, async (tx) => {
      const rows = await tx
        .selectFrom('payment_infos')
        .select(['partner_id', 'iban_encrypted'])
        .where((where) => where.or([where('iban_fingerprint', 'is', null), where('iban_end_fingerprint', 'is', null)]))
        .where('partner_id', '>', after)
        .orderBy('partner_id')
        .limit(pageSize)
        .execute()
      for (const { partner_id, iban_encrypted } of rows) {
        const iban = readIban(config, partner_id, iban_encrypted)
        if (iban === null) continue
        await tx
          .updateTable('payment_infos')
          .set(derivedFromIban(config, partner_id, iban))
          .where('partner_id', '=', partner_id)
          // The owner may have saved another one meanwhile.
          .where('iban_encrypted', '=', iban_encrypted)
          .execute()
      }
      return rows.length < pageSize ? null : rows.at(-1)?.partner_id
    })
    if (!last) return
    after = last
  }
}
