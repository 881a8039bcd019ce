import { system } from '#access/domain/actor.ts'
import { type BillingRecord, findBillingProfile } from '#money/billing/server/queries.ts'
import { type Certificate, certificateTotals, type Payee } from '#money/documents/domain/statements.ts'
import { printDocument } from '#money/documents/server/print-document.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { documentLook } from '#provider/programme/server/look-queries.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import { programmeSettings } from '#provider/programme/server/queries.ts'
import { das2ThresholdCents } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'
import { partnersByIds, paymentsInYear } from './year-queries.ts'

interface CertificateParams {
  readonly id: string
  readonly year: number
}

/** The certificate of a past year as PDF. Refuses `not_found` without payments that the caller sees, and `year_not_over`. */
export async function certificatePdf(
  { portal, actor }: Pick<OwnCall, 'portal' | 'actor'>,
  { id, year }: CertificateParams,
): Promise<Buffer> {
  const [payments, zone] = await portal.database.asActor(actor, (tx) =>
    Promise.all([paymentsInYear(tx, year, id), providerZone(tx)]),
  )
  const today = isoDay(portal.clock.now(), zone)
  if (payments.length === 0) throw new Refusal('not_found', m.noPaymentInYear())
  refuseUnless(year < Number(today.slice(0, 4)), 'year_not_over', m.yearNotOver({ year }))
  // Runs as the system: partners may not read the provider's registration, and the payments above are already the caller's own.
  const [[person], profile, settings, { providerName }] = await portal.database.asActor(system, (tx) =>
    Promise.all([partnersByIds(tx, [id]), findBillingProfile(tx, id), programmeSettings(tx), currentSettings(tx)]),
  )
  const certificate: Certificate = {
    year,
    issueDate: today,
    provider: providerParty(settings, providerName),
    payee: payeeOf(person?.full_name ?? '', person?.company ?? '', profile),
    payments: payments.map((payment) => ({ ...payment, reference: payment.reference || m.withoutReference() })),
    declared: false,
    individual: profile?.mode === 'receipt',
  }
  const declared = certificateTotals(certificate).totalCents >= das2ThresholdCents(year)
  const look = await documentLook(portal)
  return Buffer.from(await printDocument({ kind: 'certificate', content: { ...certificate, declared } }, look))
}

function payeeOf(fullName: string, company: string, profile: BillingRecord | undefined): Payee {
  return {
    name: profile?.legal_name || company || fullName,
    legalForm: profile?.legal_form ?? '',
    address: {
      line1: [profile?.building_number, profile?.street].filter(Boolean).join(' '),
      line2: '',
      postcode: profile?.postcode ?? '',
      city: profile?.town ?? '',
      country: profile?.country ?? 'FR',
    },
    siren: profile?.siren || null,
    siret: profile?.siret || null,
    vatNumber: profile?.vat_number || null,
  }
}
