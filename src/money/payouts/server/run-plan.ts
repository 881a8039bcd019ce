import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { personOf } from '#access/server/acting.ts'
import { holdText } from '#money/documents/domain/holds.ts'
import { documentObstacles } from '#money/invoices/server/guards.ts'
import { readIssuers } from '#money/invoices/server/issuer-queries.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import { lockProgramme, programmeSettings } from '#provider/programme/server/queries.ts'
import type { PlannedPayoutRow, RunPreview, runPreviewForm } from '../api/payout-runs.ts'
import { type LeftOut, type PlannedPayout, planPayouts, planTotals } from '../domain/payout-plan.ts'
import { type PayableRow, type Payee, payableCommissions, payees } from './payable.ts'

export type Planned = PlannedPayout<PayableRow> & { readonly payee: Payee }

/**
 * The run as things are now, partners by name. Locked, nothing in it can change before the transaction ends, and other runs wait.
 * The number of statements does not depend on the number of partners.
 */
export async function planRun(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  { payableUntil, exclusions, partnerIds }: z.output<typeof runPreviewForm>,
  { locked = false } = {},
) {
  const { tx, now } = context
  const [settings, commissions, people, issuers, vigilance] = await Promise.all([
    locked ? lockProgramme(tx) : programmeSettings(tx),
    payableCommissions(tx, { payableUntil, locked, partnerIds }),
    payees(tx, config, now),
    readIssuers(tx),
    vigilanceBlocks(tx, now),
  ])
  const buyer = providerParty(settings, '')
  const undocumented = await documentObstacles(tx, issuers, buyer, isoDay(now, settings.time_zone))
  const obstacle = [...people].flatMap(([id, { obstacle }]) => (obstacle ? [[id, obstacle] as const] : []))
  const plan = planPayouts(commissions, {
    minimumCents: settings.minimum_payout_cents,
    issuerPartnerId: personOf(context).partner?.id ?? null,
    exclusions,
    bankObstacle: new Map(obstacle),
    vigilance,
    billing: new Map([...people].flatMap(([id, { terms }]) => (terms ? [[id, terms] as const] : []))),
    invoiceObstacle: undocumented,
  })
  const planned = plan.flatMap((each): Planned[] => {
    const payee = people.get(each.partnerId)
    return payee ? [{ ...each, payee }] : []
  })
  planned.sort(
    (one, other) => one.payee.full_name.localeCompare(other.payee.full_name, 'fr') || (one.partnerId < other.partnerId ? -1 : 1),
  )
  return { settings, planned, issuers, buyer, totals: planTotals(planned), fingerprint: fingerprintOf(planned) }
}

/** Changes with every commission that a payout would have, with every amount and with the VAT on it. */
function fingerprintOf(planned: readonly Planned[]): string {
  const payouts = planned.filter(({ withheld }) => withheld === null)
  const text = payouts.map(({ commissions, vatCents }) =>
    [...commissions.map(({ id, amountCents }) => `${id} ${amountCents}`), vatCents].join('\n'),
  )
  return createHash('sha256').update(text.join('\n\n')).digest('hex').slice(0, 32)
}

export type RunPlan = Awaited<ReturnType<typeof planRun>>

export function presentPlan({ settings, planned, totals, fingerprint }: RunPlan): RunPreview {
  return { payouts: planned.map(presentPlanned), totals, minimumCents: settings.minimum_payout_cents, fingerprint }
}

export const presentLine = ({ id, kind, client, amountCents }: PayableRow) => ({ commissionId: id, kind, client, amountCents })

export const presentLeftOut = ({ commission, ...left }: LeftOut<PayableRow>) => ({
  ...presentLine(commission),
  why: left.why,
  reason: holdText(left),
})

function presentPlanned(planned: Planned): PlannedPayoutRow {
  const { partnerId, payee, commissions, leftOut, netCents, vatCents, totalCents, withheld } = planned
  const deleted = payee.partner_deleted_at !== null
  return {
    partner: { id: partnerId, name: payee.full_name, deleted },
    lines: commissions.map(presentLine),
    leftOut: leftOut.map(presentLeftOut),
    netCents,
    vatCents,
    totalCents,
    withheld: withheld && { ...withheld, until: withheld.code === 'bank_recent' ? (payee.until?.toISOString() ?? null) : null },
  }
}
