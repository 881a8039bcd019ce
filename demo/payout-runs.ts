import * as z from 'zod/mini'
import { type Actor, soleOwner } from '#access/domain/actor.ts'
import { validateCommission } from '#money/commissions/server/commands.ts'
import { addCommission } from '#money/commissions/server/correction-commands.ts'
import { submitInvoice } from '#money/payouts/server/invoice-commands.ts'
import { payPayouts, rejectPayout } from '#money/payouts/server/payment-commands.ts'
import { acceptPayout } from '#money/payouts/server/step-commands.ts'
import { programmeForm } from '#provider/programme/api.ts'
import { saveProgramme } from '#provider/programme/server/commands.ts'
import { providerIban } from './content.ts'
import { addUploadedFile } from './files.ts'
import { approveAll, dayOf, type Issued, issueAll, type Staff, selection, sendAll } from './payout-steps.ts'

const day = 86_400_000

/** Days ago on which runs were issued. */
const pastRuns = [96, 66, 36] as const
const currentRun = 4
/** Days ago from which on payments are made by runs. */
export const runsSince = 120

/** How the sample provider pays, in force before its first run. */
const programme = {
  minimumPayoutCents: 5_000,
  secondApprovalAboveCents: 1_000_000,
  legalName: 'Atelier Loire SAS',
  legalForm: 'SAS',
  siren: '552100554',
  vatNumber: 'FR96552100554',
  street: 'quai de la Fosse',
  buildingNumber: '12',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
  iban: providerIban,
}

const partnerOf = ({ partner_id }: Issued): Actor => ({
  kind: 'partner',
  userId: partner_id,
  partner: soleOwner(partner_id),
  contractSigned: true,
})

/** Who has a statement of the current run to accept, for a bonus. */
const asked = 'Camille Lefèvre'

/** Three runs of the past months, the newest with a transfer that came back, and one that partners are looking at. */
export async function seedPayoutRuns(staff: Staff, partnerIds: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const { portal, runAs, admin } = staff
  const askedId = partnerIds.get(asked)
  if (!askedId) throw new Error(`the sample world has no partner ${asked}`)
  const ago = (days: number) => new Date(now.getTime() - days * day)
  await runAs(admin, ago(runsSince), async (context) => {
    await saveProgramme(context, portal.config, z.parse(programmeForm, programme))
  })
  for (const days of pastRuns) {
    const issued = await issueAll(staff, ago(days))
    await approveAll(staff, issued, ago(days - 16))
    await sendAll(staff, issued, ago(days - 16))
    const payment = { paidOn: dayOf(ago(days - 18)), reference: `VIR ${dayOf(ago(days - 18))}` }
    await runAs(admin, ago(days - 18), (context) => payPayouts(context, { ...selection(issued), payment }))
    const returned = days === pastRuns.at(-1) ? issued.at(-1) : undefined
    const reason = 'AC04 : le compte est clos. Enregistrez un autre IBAN sous Payment Information.'
    if (returned) await runAs(admin, ago(days - 20), (context) => rejectPayout(context, returned.id, { reason }))
  }
  await addBonus(staff, askedId, ago(37))
  const issued = await issueAll(staff, ago(currentRun))
  const [accepted, approved] = issued.filter(({ partner_id }) => partner_id !== askedId)
  for (const payout of [accepted, approved]) {
    if (payout) await runAs(partnerOf(payout), ago(currentRun - 1), (context) => acceptPayout(context, payout.id))
  }
  if (approved) await approveAll(staff, [approved], ago(currentRun - 2))
  if (accepted) await uploadInvoice(staff, accepted, ago(currentRun - 2))
}

/** A commission without a lead, payable a month later. */
async function addBonus({ runAs, admin }: Staff, partnerId: string, at: Date): Promise<void> {
  const bonus = { partnerId, description: 'Animation du webinaire de rentrée', revenueCents: 800_000, commissionRate: 15 }
  const { id } = await runAs(admin, at, (context) => addCommission(context, bonus))
  await runAs(admin, at, (context) => validateCommission(context, id))
}

/** The partner of an accepted payout sends their own invoice, which staff have not looked at yet. */
async function uploadInvoice({ portal, runAs }: Staff, payout: Issued, at: Date): Promise<void> {
  const partner = partnerOf(payout)
  const { billing_mode, net_cents, vat_cents } = await runAs(partner, at, ({ tx }) =>
    tx
      .selectFrom('payouts')
      .select(['billing_mode', 'net_cents', 'vat_cents'])
      .where('id', '=', payout.id)
      .executeTakeFirstOrThrow(),
  )
  if (billing_mode !== 'upload') throw new Error(`${payout.reference} takes no invoice of its partner’s own`)
  const uploadId = await addUploadedFile(portal, partner, at, 'partner_invoice', `Facture ${payout.reference}`)
  const form = { uploadId, number: 'F-2026-042', issuedOn: dayOf(at), netCents: net_cents, vatCents: vat_cents }
  await runAs(partner, at, (context) => submitInvoice(context, payout.id, form))
}
