import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { readAsPartners } from '#access/server/companies.ts'
import type { Statement } from '#money/documents/domain/statements.ts'
import { issueDocuments } from '#money/invoices/server/issue-commands.ts'
import { numberDocuments } from '#money/invoices/server/numbering-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { takeNumbers } from '#platform/server/number-series.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import type { issueForm } from '../api/payout-runs.ts'
import { numberInSeries, payoutSeries } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { type Planned, planRun, type RunPlan } from './run-plan.ts'
import { buildStatement } from './statement-content.ts'

type Form = z.output<typeof issueForm>

/**
 * Issues the payouts of a run: all of them or none, and only what the caller saw. Refuses `payouts_changed`. A run of any size
 * takes the same number of statements. Statements keep texts of the plan, such as why a commission is not in them: partners read
 * those.
 */
export async function issueRun(context: TransactionContext, config: Pick<Config, 'secret'>, form: Form): Promise<string> {
  const { tx, now } = context
  const plan = await readAsPartners(() => planRun(context, config, form, { locked: true }))
  checkPreview(plan, form)
  const { userId } = personOf(context)
  const runId = newId()
  const zone = plan.settings.time_zone
  const day = isoDay(now, zone)
  const payouts = plan.planned.filter(({ withheld }) => withheld === null)
  const series = payoutSeries(day)
  const run = { id: runId, payable_until: form.payableUntil, issued_by: userId, issued_at: now }
  const toNumber = payouts.flatMap((planned) => planned.documents.map((each) => ({ ...each, partnerId: planned.partnerId })))
  const [{ providerName }, first, numbered] = await Promise.all([
    currentSettings(tx),
    takeNumbers(tx, series, payouts.length),
    numberDocuments(tx, toNumber, day),
    tx.insertInto('payout_runs').values(run).execute(),
  ])
  const documentsFor = Map.groupBy(numbered, ({ partnerId }) => partnerId)
  const provider = providerParty(plan.settings, providerName)
  const issued = payouts.map((planned, index) => {
    const number = numberInSeries(series, first + index)
    const documents = documentsFor.get(planned.partnerId) ?? []
    const days = plan.issuers.get(planned.partnerId)?.mandate?.contestDays ?? plan.settings.acceptance_days
    const contestUntil = new Date(now.getTime() + days * 86_400_000)
    const invoices = documents.flatMap(({ kind, numbering }) => (kind === 'receipt' ? [] : [numbering.reference]))
    const about = { number, now, payableUntil: form.payableUntil, contestUntil, provider, invoices, zone }
    const statement = buildStatement(planned, about)
    return { ...planned, id: newId(), reference: number, contestUntil, documents, statement }
  })
  await tx
    .insertInto('payouts')
    .values(issued.map((payout) => payoutRow(payout, run)))
    .execute()
  await issueDocuments(context, issued, { issuers: plan.issuers, buyer: plan.buyer, day })
  takeCommissions(context, issued)
  const left = excludedRows(runId, plan.planned)
  if (left.length > 0) context.post(tx.insertInto('payout_exclusions').values(left))
  await context.recordEvents([
    {
      name: 'payout_run.issued',
      subjectId: runId,
      audience: staff,
      after: {
        payableUntil: form.payableUntil,
        payouts: payouts.length,
        totalCents: plan.totals.totalCents,
        excluded: left.length,
      },
    },
    ...(numbered.length === 0 ? [] : [documentsIssued(runId, numbered.length)]),
    ...issued.map((payout) => ({
      name: 'payout.issued' as const,
      subjectId: payout.id,
      audience: ofPartner(payout.partnerId),
      after: { status: 'issued' as const, reference: payout.reference, totalCents: payout.totalCents },
    })),
  ])
  return runId
}

interface IssuedPayout extends Planned {
  readonly id: string
  readonly reference: string
  readonly contestUntil: Date
  readonly statement: Statement
}

interface Run {
  readonly id: string
  readonly issued_by: string
  readonly issued_at: Date
}

function payoutRow(payout: IssuedPayout, { id: run_id, issued_by, issued_at }: Run) {
  return {
    id: payout.id,
    run_id,
    partner_id: payout.partnerId,
    reference: payout.reference,
    net_cents: payout.netCents,
    vat_cents: payout.vatCents,
    commission_count: payout.commissions.length,
    billing_mode: payout.payee.terms?.mode ?? null,
    statement: JSON.stringify(payout.statement),
    issued_by,
    issued_at,
    contest_until: payout.contestUntil,
  }
}

/** Puts the commissions of all payouts into theirs, in one statement. */
function takeCommissions({ tx, post }: TransactionContext, issued: readonly IssuedPayout[]): void {
  const pairs = issued.flatMap(({ id, commissions }) =>
    commissions.map((commission) => ({ commission: commission.id, payout: id })),
  )
  post(
    tx
      .updateTable('commissions')
      .from(
        sql<{ commission: string; payout: string }>`unnest(${pairs.map((each) => each.commission)}::uuid[],
          ${pairs.map((each) => each.payout)}::uuid[])`.as<'pair'>(sql`pair(commission, payout)`),
      )
      .set({ payout_id: sql<string>`pair.payout` })
      .whereRef('commissions.id', '=', sql<string>`pair.commission`),
  )
}

const documentsIssued = (runId: string, documents: number) =>
  ({ name: 'payout_run.documents_issued', subjectId: runId, audience: staff, after: { documents } }) as const

function checkPreview({ totals, fingerprint }: RunPlan, { seen: preview }: Form): void {
  const isSame =
    totals.payouts === preview.payouts && totals.totalCents === preview.totalCents && fingerprint === preview.fingerprint
  if (isSame && totals.payouts > 0) return
  const sum = formatEurosExact(totals.totalCents)
  const why = totals.payouts === 0 ? m.nothingToPay() : m.runChanged({ count: totals.payouts, sum })
  throw new Refusal('payouts_changed', why, { facts: { count: totals.payouts, totalCents: totals.totalCents } })
}

/** The run's record of commissions that staff left out and that would have been paid. */
function excludedRows(runId: string, planned: readonly Planned[]) {
  return planned.flatMap(({ partnerId, netCents, leftOut, withheld }) => [
    ...leftOut
      .filter(({ why }) => why === 'excluded')
      .map(({ commission, reason }) => ({
        id: newId(),
        run_id: runId,
        partner_id: partnerId,
        commission_id: commission.id as string | null,
        amount_cents: commission.amountCents,
        reason,
      })),
    ...(withheld?.code === 'excluded'
      ? [
          {
            id: newId(),
            run_id: runId,
            partner_id: partnerId,
            commission_id: null,
            amount_cents: netCents,
            reason: withheld.reason,
          },
        ]
      : []),
  ])
}
