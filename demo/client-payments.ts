import * as z from 'zod/mini'
import type { Actor } from '#access/domain/actor.ts'
import { leadForm } from '#leads/leads/api/leads.ts'
import { addLead, moveLead } from '#leads/leads/server/commands.ts'
import { recordClientPayment } from '#money/client-payments/server/record-commands.ts'
import { refundClientPayment } from '#money/client-payments/server/refund-commands.ts'
import { changeBasis } from '#money/client-payments/server/terms-commands.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

interface PaidInParts {
  readonly runAs: RunAs
  readonly admin: Actor
  readonly partner: Actor
  readonly now: Date
}

/** A deal that its client pays in three parts: two have come, and of the first a tenth went back. */
export async function seedClientPayments({ runAs, admin, partner, now }: PaidInParts): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const { id: leadId } = await runAs(partner, ago(75), (context) =>
    addLead(
      context,
      z.parse(leadForm, {
        name: 'Élodie Vasseur',
        company: 'Ateliers Vasseur',
        email: 'e.vasseur@ateliers-vasseur.example',
        phone: '02 40 11 22 33',
        estimatedAmountCents: 1_500_000,
        offerType: 'custom',
        notes: 'Trois échéances : commande, livraison, recette.',
      }),
    ),
  )
  await runAs(partner, ago(70), (context) => moveLead(context, leadId, { from: 'nouveau', to: 'signe' }))
  await runAs(admin, ago(69), (context) => changeBasis(context, leadId, { basis: 'cash' }))
  const paid = (days: number, reference: string) => {
    const at = ago(days)
    const form = { leadId, reference, receivedOn: dayOf(at), netCents: 500_000 }
    return runAs(admin, at, (context) => recordClientPayment(context, form))
  }
  const first = await paid(38, 'F-2026-118')
  await paid(9, 'F-2026-131')
  const refund = { reference: 'AV-2026-07', receivedOn: dayOf(ago(5)), netCents: 50_000, isExpectedAgain: false }
  await runAs(admin, ago(5), (context) => refundClientPayment(context, first.id, refund))
}
