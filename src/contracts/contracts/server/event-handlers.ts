import { sql } from 'kysely'
import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { frenchDay } from '#platform/server/mail/french-dates.ts'
import { contractWords } from '../domain.ts'

/** Mail about contracts. Skipped if the contract was signed or deleted meanwhile. */
export const contractEventHandlers: EventHandlers = {
  'contract.assigned': toSignEmail,
  'contract.reminded': toSignEmail,
  'contract.validated': signedEmail,
}

async function toSignEmail(
  event: EventRecord<'contract.assigned' | 'contract.reminded'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  if (event.name === 'contract.assigned' && event.after.withInvitation) return []
  const contract = await tx
    .selectFrom('contracts')
    .select(['user_id', 'title', 'contract_type'])
    .where('id', '=', event.subjectId)
    .where('status', '=', 'en_attente')
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  if (!contract) return []
  const again = event.name === 'contract.reminded' ? 'Rappel : ' : ''
  const to = await readReceiver(tx, contract.user_id)
  const isMain = contract.contract_type === 'main'
  const words = contractWords[contract.contract_type]
  const about = contract.contract_type === 'mandate' ? 'un mandat de facturation' : 'un avenant à votre contrat'
  return [
    {
      kind: 'contract_to_sign',
      to,
      subject: isMain
        ? `${again}${again ? 'votre' : 'Votre'} contrat ${settings.providerName} est à signer`
        : `${again}${again ? 'un' : 'Un'} ${words.noun} ${settings.providerName} est à signer`,
      paragraphs: [
        `Bonjour ${to.name},`,
        isMain
          ? `${settings.providerName} vous a adressé un contrat : « ${contract.title} ». Sa signature ouvre ` +
            'l’accès à vos leads, vos commissions et vos ressources.'
          : `${settings.providerName} vous a adressé ${about} : « ${contract.title} ».`,
      ],
      kept: [contract.title],
      button: { label: `Lire ${words.the}`, url: `${config.publicUrl}${pagePaths.contract}` },
    },
  ]
}

async function signedEmail(event: EventRecord, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const contract = await tx
    .selectFrom('contracts')
    .select(['user_id', 'title', 'contract_type', 'signed_at', sql<boolean>`app.contract_signed(user_id)`.as('unlocked')])
    .where('id', '=', event.subjectId)
    .where('status', '=', 'signe')
    .executeTakeFirst()
  if (!contract?.signed_at) return []
  const to = await readReceiver(tx, contract.user_id)
  const isMain = contract.contract_type === 'main'
  const opens = isMain && contract.unlocked ? ['Toutes les rubriques de votre espace sont ouvertes.'] : []
  return [
    {
      kind: 'contract_validated',
      to,
      subject: isMain ? `Votre contrat ${settings.providerName} est signé` : `Votre avenant ${settings.providerName} est signé`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} a validé ${isMain ? 'votre contrat' : 'votre avenant'} « ` +
          `${contract.title} » le ${frenchDay(contract.signed_at, settings.timeZone)} : il est signé.`,
        ...opens,
      ],
      kept: [contract.title],
      button: { label: 'Ouvrir mon espace', url: `${config.publicUrl}${pagePaths.home}` },
    },
  ]
}
