import * as z from 'zod/mini'
import { unreadLead } from '#communication/lead-news/api/unread.ts'
import { leadStatusStats } from '#leads/leads/api/leads.ts'
import { toldTerms } from '#money/terms/api.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, personName } from '#platform/api/shapes.ts'

/** A share in percent with one decimal; null where there is nothing to take a share of. */
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(100)))

/** The commissions created in one month, with what the clients behind them are worth. */
const monthStats = z.object({
  /** 'YYYY-MM', a month of the provider's calendar. */
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  revenueCents: centsSum,
  /** The commissions of the month, and the same money by the status it has today: the three add up. */
  commissionCents: centsSum,
  pendingCents: centsSum,
  validatedCents: centsSum,
  paidCents: centsSum,
})

export const overviewRoutes = {
  getOverview: route('GET', '/overview', {
    summary: 'The figures of the overview: a partner’s own, or all partners together for staff',
    who: 'member',
    returns: z.object({
      totalOpportunities: count,
      contractsSigned: count,
      totalCommissionsCents: centsSum,
      pendingPaymentsCents: centsSum,
      /** Money: validated and paid; coming (pending and validated); already paid. */
      earnedCents: centsSum,
      comingCents: centsSum,
      paidCents: centsSum,
      /** What an unsigned or new partner has still to do; null for staff. */
      steps: z.nullable(
        z.object({
          /** False while the provider prepares the main contract: there is nothing to sign yet. */
          contractAssigned: z.boolean(),
          contractSigned: z.boolean(),
          bankDetails: z.boolean(),
          firstLead: z.boolean(),
        }),
      ),
      /** Leads with news that the caller has not looked at: how many, counted up to 100, and the newest. */
      unread: z.object({ count, leads: z.array(unreadLead) }),
      /** What changes of the terms of the caller’s partner, or has changed within a month; none for staff. */
      terms: z.array(toldTerms),
      /** Leads by stage. */
      pipeline: z.array(leadStatusStats),
    }),
  }),
  getTrends: route('GET', '/overview/trends', {
    summary:
      'The charts of the overview: the last twelve months, the pipeline with its conversion and, for staff, the top partners',
    who: 'unlocked',
    returns: z.object({
      /**
       * The month that runs and the eleven before it, oldest first, by the provider's calendar; empty months are there as zeros.
       */
      months: z.array(monthStats),
      pipeline: z.array(leadStatusStats),
      /** The share of all leads that stand in `signe`, and the share of the closed ones (`signe` or `refuse`) that do. */
      conversion: z.object({ signedPercent: share, wonPercent: share }),
      /** The five partners with the most validated revenue (validated or paid); null for partners. */
      topPartners: z.nullable(z.array(z.object({ partner: personName, revenueCents: centsSum, amountCents: centsSum }))),
    }),
  }),
}
