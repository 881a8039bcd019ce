import * as z from 'zod/mini'
import { commissionStatuses } from '#domain/commissions.ts'
import { route } from './route.ts'
import { cents, centsSum, count, id, idParams, page, pageQuery, percent, personName, time } from './shapes.ts'

export const commissionStatus = z.enum(commissionStatuses)

export const commission = z.object({
  id,
  partner: personName,
  /** Null for a commission added by hand. `name` stays readable after the lead is gone. */
  lead: z.nullable(z.object({ id, name: z.string(), company: z.string() })),
  revenueCents: cents(),
  /** Percent, frozen when the lead was signed. */
  commissionRate: percent,
  /** Name of the partner's tier at that moment. */
  tierName: z.string(),
  amountCents: cents(),
  status: commissionStatus,
  createdAt: time,
  validatedAt: z.nullable(time),
  /** 30 days after validation; null while pending. */
  payableAt: z.nullable(time),
  paidAt: z.nullable(time),
  can: z.object({ validate: z.boolean(), pay: z.boolean() }),
})
export type Commission = z.infer<typeof commission>

const statusFigures = z.object({ status: commissionStatus, count, revenueCents: centsSum, amountCents: centsSum })

export const commissionRoutes = {
  listCommissions: route('GET', '/commissions', {
    summary: 'Commissions, newest first: a partner’s own, or all for staff',
    who: 'unlocked',
    query: z.strictObject({ status: z.optional(commissionStatus), partnerId: z.optional(id), ...pageQuery }),
    returns: page(commission),
  }),
  commissionSummary: route('GET', '/commissions/summary', {
    summary: 'Count and sums of the commissions in each status',
    who: 'unlocked',
    returns: z.object({
      byStatus: z.array(statusFigures),
      /** Partners with at least one commission; 1 or 0 for a partner. */
      activePartners: count,
    }),
  }),
  validateCommission: route('POST', '/commissions/:id/validate', {
    summary: 'Pending -> validated; its revenue counts for the tier from here on',
    who: 'admin',
    params: idParams,
    returns: commission,
  }),
  payCommission: route('POST', '/commissions/:id/pay', {
    summary: 'Validated -> paid',
    who: 'admin',
    params: idParams,
    returns: commission,
  }),
}
