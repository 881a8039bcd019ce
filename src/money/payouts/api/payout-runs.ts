import * as z from 'zod/mini'
import { commissionKinds } from '#money/commissions/domain.ts'
import { centsSum, count, id, lines, personName, time } from '#platform/api/shapes.ts'
import { withheldCodes } from '../domain/payout-plan.ts'
import { payoutStates } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'

const day = z.iso.date({ error: m.dayMissing })
export const reason = lines(2, 500, m.reasonMissing)
export const moneySums = { netCents: centsSum, vatCents: centsSum, totalCents: centsSum }

/** What is left out of a run: one commission, or everything of a partner when `commissionId` is null. */
export const exclusionForm = z.strictObject({ partnerId: id, commissionId: z.nullable(id), reason })

/** More commissions are left out of one run by excluding their partners. */
const exclusions = z._default(z.array(exclusionForm).check(z.maxLength(500)), [])
/** Commissions payable by this day, the day included. */
export const runForm = z.strictObject({ payableUntil: day, exclusions })
/** `partnerIds`: of these partners alone; without it, of all. */
export const runPreviewForm = z.extend(runForm, { partnerIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(200))) })
/** `seen` is what the preview said: who issues something else than was shown is told. */
export const issueForm = z.strictObject({
  payableUntil: day,
  exclusions,
  seen: z.strictObject({ payouts: count, totalCents: centsSum, fingerprint: z.string().check(z.maxLength(64)) }),
})

const plannedLine = z.object({
  commissionId: id,
  kind: z.enum(commissionKinds),
  /** Company of the lead, or what a commission added by hand is for. */
  client: z.string(),
  amountCents: centsSum,
})
const leftOutLine = z.extend(plannedLine, { why: z.enum(['held', 'excluded']), reason: z.string() })

const plannedPayout = z.object({
  partner: personName,
  lines: z.array(plannedLine),
  leftOut: z.array(leftOutLine),
  ...moneySums,
  /** Why the partner gets no payout now; null if one is made. `until`: when a recent IBAN may be paid to. */
  withheld: z.nullable(z.object({ code: z.enum(withheldCodes), reason: z.string(), until: z.nullable(time) })),
})
export type PlannedPayoutRow = z.infer<typeof plannedPayout>

export const runPreview = z.object({
  payouts: z.array(plannedPayout),
  totals: z.object({ payouts: count, ...moneySums }),
  minimumCents: centsSum,
  fingerprint: z.string(),
})
export type RunPreview = z.infer<typeof runPreview>

/** A run with what became of its payouts. */
export const payoutRun = z.object({
  id,
  payableUntil: z.iso.date(),
  issuedAt: time,
  issuedBy: z.string(),
  payouts: count,
  totalCents: centsSum,
  byState: z.array(z.object({ state: z.enum(payoutStates), count, totalCents: centsSum })),
})
export type PayoutRun = z.infer<typeof payoutRun>

/** What the next run would bring a partner, as things are now. */
export const preparation = z.object({
  /** Why payouts wait for documents, in words. */
  blocks: z.array(z.string()),
  lines: z.array(plannedLine),
  leftOut: z.array(leftOutLine),
  netCents: centsSum,
  minimumCents: centsSum,
})
