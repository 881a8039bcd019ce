import * as z from 'zod/mini'
import { route } from './route.ts'
import { centsSum, count, time } from './shapes.ts'

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
      /** When the next validated commission is due, and how much is due then or before. */
      nextPayment: z.nullable(z.object({ payableAt: time, amountCents: centsSum })),
      /** What an unsigned or new partner has still to do; null for staff. */
      steps: z.nullable(z.object({ contractSigned: z.boolean(), bankDetails: z.boolean(), firstLead: z.boolean() })),
      /** What waits for staff; null for partners. */
      inbox: z.nullable(
        z.object({
          contractsToValidate: count,
          commissionsToValidate: count,
          commissionsToValidateCents: centsSum,
          commissionsToPay: count,
          commissionsToPayCents: centsSum,
          invitationsPending: count,
        }),
      ),
    }),
  }),
}
