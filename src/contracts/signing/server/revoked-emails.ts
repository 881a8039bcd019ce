import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchMoment } from '#platform/server/mail/french-dates.ts'
import { readStaffReceivers } from './staff-receivers.ts'

/** Notifies both sides of a revocation with author and reason, even if the contract was signed again since. */
export async function revokedEmails(
  event: EventRecord<'contract.revoked'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const contract = await tx
    .selectFrom('contracts as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.contract_type', 'c.user_id', 'p.full_name as partner'])
    .where('c.id', '=', event.subjectId)
    .executeTakeFirst()
  if (!contract) return []
  const by = event.actorId ? (await readReceiver(tx, event.actorId)).name : settings.providerName
  const { reason } = event.after
  const at = frenchMoment(event.occurredAt, settings.timeZone)
  const partner = await readReceiver(tx, contract.user_id)
  const staff = await readStaffReceivers(tx, contract.id)
  const isMain = contract.contract_type === 'main'
  return [
    {
      kind: 'contract_revoked',
      to: partner,
      subject: `Signature retirée : ${contract.title}`,
      paragraphs: [
        `Bonjour ${partner.name},`,
        `${settings.providerName} a retiré la signature de « ${contract.title} » le ${at}, pour cette raison :`,
        reason,
        isMain
          ? 'Ce contrat est de nouveau à signer, et vos rubriques restent fermées jusque-là.'
          : `${contract.contract_type === 'mandate' ? 'Ce mandat' : 'Cet avenant'} est de nouveau à signer.`,
      ],
      kept: [contract.title, reason],
      button: { label: 'Ouvrir mon espace', url: `${config.publicUrl}${pagePaths.contract}` },
      closing: 'Les exemplaires scellés jusqu’ici restent dans votre espace, marqués comme révoqués.',
    },
    ...staff.map(
      (to): Email => ({
        kind: 'contract_revoked',
        to,
        subject: `Signature retirée : ${contract.title} (${contract.partner})`,
        paragraphs: [
          `Bonjour ${to.name},`,
          `${by} a retiré la signature de « ${contract.title} » de ${contract.partner} le ${at}, pour cette raison :`,
          reason,
        ],
        kept: [contract.title, reason],
        button: { label: 'Voir les contrats', url: `${config.publicUrl}${pagePaths.adminContracts}` },
      }),
    ),
  ]
}
