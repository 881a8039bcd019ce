import * as z from 'zod/mini'
import { unreadLead } from '#communication/lead-news/api/unread.ts'
import { leadStatusStats } from '#leads/leads/api/leads.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, personName, time } from '#platform/api/shapes.ts'

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
      /** When the next validated commission is due, and how much is due then or before. */
      nextPayment: z.nullable(z.object({ payableBy: time, amountCents: centsSum })),
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
      /** What waits for staff; null for partners. */
      inbox: z.nullable(
        z.object({
          /** Partners who are in and have no main contract yet. */
          partnersWithoutContract: count,
          /** Electronically signed by the partner, and not yet by the provider. */
          contractsToCountersign: count,
          /** Pending, and declined by the partner with a reason. */
          contractsDeclined: count,
          /** Pending and not declined: it is the partner's turn; since when, of the oldest. */
          contractsAwaitingPartner: count,
          contractsAwaitingSince: z.nullable(time),
          /** Not contested, and not due by the client's payments. */
          commissionsToValidate: count,
          commissionsToValidateCents: centsSum,
          /** Validated, and neither held nor contested. */
          commissionsToPay: count,
          commissionsToPayCents: centsSum,
          /** Those to pay that were validated 30 days ago or more: their payment is late. */
          commissionsOverdue: count,
          commissionsOverdueCents: centsSum,
          /** Due by payments of clients who have not paid. */
          commissionsAwaitingClient: count,
          commissionsAwaitingClientSince: z.nullable(time),
          commissionsHeld: count,
          commissionsHeldSince: z.nullable(time),
          /** Disputes that wait for an answer, and when the oldest was opened. */
          disputesOpen: count,
          oldestDisputeAt: z.nullable(time),
          /** Partners’ own invoices that are neither accepted nor refused. */
          invoicesToCheck: count,
          /** Partners with documents that are neither verified nor refused. */
          partnersToCheck: count,
          registrationsToAnswer: count,
          /** Registrations to answer that wait longer than the programme's hours. */
          registrationsLate: count,
          extensionsToAnswer: count,
          possibleDuplicates: count,
          /** Mail that was not delivered, and other work that was given up. */
          undelivered: count,
          invitationsPending: count,
          /** Pending invitations whose link no longer works. */
          invitationsExpired: count,
          /** Pending invitations whose link still works. */
          invitationsOpen: count,
          invitationsOpenSince: z.nullable(time),
        }),
      ),
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
