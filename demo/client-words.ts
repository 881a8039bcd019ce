import { type Actor, soleOwner, system } from '#access/domain/actor.ts'
import { answerClient, askClient } from '#leads/client-confirmations/server/commands.ts'
import { currentConfirmation } from '#leads/client-confirmations/server/queries.ts'
import { shownMail } from '#leads/client-confirmations/server/shown-mail-queries.ts'
import { introductionConsent } from '#leads/introductions/domain.ts'
import { leaveDetails } from '#leads/introductions/server/client-details-commands.ts'
import { makeLink } from '#leads/introductions/server/link-commands.ts'
import { linkQuery } from '#leads/introductions/server/queries.ts'
import { emptyLead } from '#leads/leads/domain/lead-input.ts'
import { addLead } from '#leads/leads/server/commands.ts'
import { addressHash } from '#leads/refused-contacts/server/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { provider } from './content.ts'
import type { RunAs } from './run-as.ts'

const hour = 3_600_000

interface ClientWords {
  readonly portal: Portal
  readonly runAs: RunAs
}

/** Clients who came by the first partner's link, confirmed and not yet, and who were asked about typed leads: one says no. */
export async function seedClientWords({ portal, runAs }: ClientWords, partnerIds: ReadonlyMap<string, string>, now: Date) {
  const [firstPartner] = [...partnerIds]
  if (!firstPartner) return
  const [fullName, userId] = firstPartner
  const partner: Actor = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true }
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  await runAs(partner, ago(400), (context) => makeLink(context, portal.config))
  const linkId = (await runAs(partner, ago(400), ({ tx }) => linkQuery(tx, userId)))?.link_id ?? ''
  const consent = introductionConsent({ provider: provider.providerName, partner: fullName })
  const leave = async (name: string, company: string, email: string, hours: number) => {
    const contact = { name, company, email, phone: '06 12 34 56 78' }
    const details = { leadId: newId(), ...contact, message: 'Merci de me rappeler.', consent, offer: '', fields: {} }
    const link = { linkId, partnerId: userId, partner: fullName }
    await runAs(system, ago(hours), (context) => leaveDetails(context, portal.config, link, details))
    return { id: details.leadId, email }
  }
  const ask = async (name: string, company: string, email: string, hours: number) => {
    const lead = { ...emptyLead, name, company, email, estimatedAmountCents: 650_000, offerType: 'automation' }
    const { id } = await runAs(partner, ago(hours + 2), (context) => addLead(context, lead))
    await runAs(partner, ago(hours), async (context) => {
      const { digest } = await shownMail(context.tx, portal.config, { ...lead, partner_id: userId }, false)
      await askClient(context, portal.config, id, digest)
    })
    return { id, email }
  }
  const answer = ({ id, email }: { id: string; email: string }, clientAnswer: 'yes' | 'no', hours: number) =>
    runAs(system, ago(hours), async (context) => {
      const question = await currentConfirmation(context.tx, id)
      if (!question) return
      const link = { id: question.id, addressHash: addressHash(portal.config, email) }
      await answerClient(context, link, { answer: clientAnswer, name: '' })
    })
  await answer(await leave('Sabine Roche', 'Fromagerie Roche', 'sabine@fromagerie-roche.example', 30), 'yes', 29)
  await leave('Loïc Marchand', 'Cave Marchand', 'loic@cave-marchand.example', 4)
  await ask('Irène Dumas', 'Clinique Dumas', 'irene@clinique-dumas.example', 20)
  await answer(await ask('Paul Vidal', 'Vidal Transports', 'paul@vidal-transports.example', 50), 'no', 46)
}
