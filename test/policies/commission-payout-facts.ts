import type { TableExpectation } from './catalogue.ts'
import { as, idOf, marie } from './people.ts'

/** Part of Marie's payout. */
const onItsWay = idOf(57)
const refusal = { refused: 'commissions_payout_kept' }
const reconcile = { refused: 'payouts_reconcile' }

/** What ties commissions to their payout. */
export const commissionPayoutTriggers: NonNullable<TableExpectation['triggers']> = {
  commission_keeps_payout: [
    {
      title: 'a commission does not leave a payout that is not cancelled',
      as: as.ada,
      sql: `update commissions set payout_id = null where id = '${onItsWay}'`,
      expect: refusal,
    },
    {
      title: 'nor move to another one',
      as: as.system,
      sql: `update commissions set payout_id = '${idOf(164)}' where id = '${onItsWay}'`,
      expect: refusal,
    },
    {
      title: 'a cancelled payout frees it',
      as: as.ada,
      setup: `update payouts set status = 'cancelled', cancelled_at = now(), cancel_reason = 'Erreur'
        where id = '${idOf(161)}'`,
      sql: `update commissions set payout_id = null where id = '${onItsWay}' returning status`,
      expect: { value: 'valide' },
    },
  ],
  check_payout_added: [
    {
      title: 'a new commission does not slip into a payout',
      as: as.ada,
      sql: `insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
        amount_cents, created_at, status, validated_at, payable_by, payout_id)
        values ('${idOf(98)}', '${marie}', 'manual', 'Prime', 1000, 15, 'Bronze', 150, now(), 'valide', now(), now(),
          '${idOf(161)}')`,
      expect: reconcile,
    },
  ],
  check_payout_changed: [
    {
      title: 'nor does a validated one',
      as: as.ada,
      sql: `update commissions set payout_id = '${idOf(161)}' where id = '${idOf(53)}'`,
      expect: reconcile,
    },
    {
      title: 'a commission in a payout is paid with it alone',
      as: as.ada,
      sql: `update commissions set status = 'paye', paid_at = now() where id = '${onItsWay}'`,
      expect: reconcile,
    },
  ],
  check_payout_removed: [
    {
      title: 'a commission in a payout is not deleted',
      as: as.ada,
      sql: `delete from commissions where id = '${onItsWay}'`,
      expect: reconcile,
    },
  ],
}
