import { type Actor, soleOwner } from '#access/domain/actor.ts'
import { emptyLead } from '#leads/leads/domain/lead-input.ts'
import { addLead } from '#leads/leads/server/commands.ts'
import { acceptRegistrations, mergeRegistration, refuseRegistrations } from '#leads/registrations/server/answer-commands.ts'
import { followRegistrations } from '#leads/registrations/server/hourly-commands.ts'
import { answerExtension, appealRefusal, askForExtension } from '#leads/registrations/server/partner-commands.ts'
import { shareLead } from '#leads/shares/server/commands.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000

interface Registrations {
  readonly portal: Portal
  readonly runAs: RunAs
  readonly admin: Actor
}

/**
 * A registration in each state: new and late, refused, appealed, merged, extended and shared, ending soon with a request, and
 * expired.
 */
export async function seedRegistrations(
  { portal, runAs, admin }: Registrations,
  partnerIds: ReadonlyMap<string, string>,
  now: Date,
) {
  const [first, second] = [...partnerIds.values()]
  if (!first || !second) return
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const partner = (userId: string): Actor => ({ kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true })
  const add = async (owner: string, company: string, days: number) => {
    const email = `direction@${company.toLowerCase().replace(/[^a-z]/g, '')}.example`
    const lead = { ...emptyLead, name: 'Claude Martin', company, email, estimatedAmountCents: 900_000 }
    const { id } = await runAs(partner(owner), ago(days), (context) => addLead(context, { ...lead, offerType: 'star' }))
    return id
  }
  const accept = (id: string, days: number) =>
    runAs(admin, ago(days), (context) => acceptRegistrations(context, { ids: [id], message: '' }))
  const refuse = (id: string, days: number) =>
    runAs(admin, ago(days), (context) =>
      refuseRegistrations(context, { ids: [id], reason: 'hors_cible', message: 'Nous ne travaillons pas dans ce secteur.' }),
    )
  await add(first, 'Imprimerie Vasseur', 0)
  await refuse(await add(first, 'Camping des Pins', 12), 11)
  const appealed = await add(first, 'Scierie Aubert', 9)
  await refuse(appealed, 8)
  await runAs(partner(first), ago(1), (context) =>
    appealRefusal(context, appealed, 'Le dirigeant a un projet de site marchand, ce n’est plus la scierie seule.'),
  )
  const protectedLead = await add(first, 'Brasserie Kermorgant', 20)
  await accept(protectedLead, 19)
  const merged = await add(second, 'Brasserie Kermorgant SARL', 18)
  await runAs(admin, ago(17), (context) =>
    mergeRegistration(context, merged, { into: protectedLead, message: 'Ce dossier est déjà suivi.' }),
  )
  const extended = await add(first, 'Garage Delmas', 190)
  await accept(extended, 189)
  const ask = (id: string, days: number) =>
    runAs(partner(first), ago(days), (context) =>
      askForExtension(context, id, 'Devis envoyé, décision attendue au prochain comité.'),
    )
  await ask(extended, 20)
  await runAs(admin, ago(19), (context) => answerExtension(context, extended, { grant: true, message: 'Bonne suite.' }))
  await runAs(admin, ago(15), (context) => shareLead(context, extended, { partnerId: second, percent: 30 }))
  const ending = await add(first, 'Pharmacie du Port', 170)
  await accept(ending, 169)
  await ask(ending, 2)
  const over = await add(second, 'Hôtel Belvédère', 200)
  await accept(over, 199)
  // As the hourly work would have done all along: what has ended is no news of today.
  for (let days = 210; days >= 0; days -= 7) {
    await followRegistrations({ ...portal, clock: { now: () => ago(days) } })
  }
}
