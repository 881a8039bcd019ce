import { readReceiver } from '#communication/notifications/server/queries.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { verifyPath } from '#platform/domain/visitor-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventHandlerContext, EventHandlers, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { digitsOf } from './code.ts'
import { countersignCodeEmail } from './countersign-emails.ts'
import { revokedEmails } from './revoked-emails.ts'
import { readStaffReceivers } from './staff-receivers.ts'

/** Mail about signing: code, copies, declined, revoked. It cannot be switched off. */
export const signingEventHandlers: EventHandlers = {
  'contract.code_sent': codeEmail,
  'countersignature.code_sent': countersignCodeEmail,
  'contract.signed': signedEmails,
  'contract.countersigned': countersignedEmails,
  'contract.declined': declinedEmails,
  'contract.revoked': revokedEmails,
}

async function codeEmail(
  event: EventRecord<'contract.code_sent'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const code = await tx
    .selectFrom('signing_codes as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .selectAll('s')
    .select('c.title')
    .where('s.id', '=', event.after.codeId)
    .where('s.used_at', 'is', null)
    .executeTakeFirst()
  if (!code) return []
  const digits = digitsOf(config, code)
  const to = await readReceiver(tx, code.user_id)
  return [
    {
      kind: 'signing_code',
      to,
      subject: `Votre code de signature ${settings.providerName}`,
      paragraphs: [`Bonjour ${to.name},`, `Voici le code qui signe « ${code.title} » :`],
      code: digits,
      kept: [code.title],
      closing:
        'Ce code est valable 10 minutes, pour ce document seulement. Si vous n’avez pas demandé à ' +
        'signer, ne le donnez à personne et prévenez votre prestataire.',
    },
  ]
}

/** Contract and sealed file of an event; null if revoked meanwhile. */
async function signedFile(event: EventRecord<'contract.signed'> | EventRecord<'contract.countersigned'>, tx: Tx) {
  const row = await tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin('files as f', 'f.id', 's.file_id')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.user_id', 's.reference', 'f.id as fileId', 'f.name as fileName', 'p.full_name as partner'])
    .where('s.file_id', '=', event.after.fileId)
    .where('s.revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function signedEmails(
  event: EventRecord<'contract.signed'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const contract = await signedFile(event, tx)
  if (!contract) return []
  const attachment = { fileId: contract.fileId, name: contract.fileName }
  const check = `Chacun peut vérifier ce fichier sur ${config.publicUrl}${verifyPath(contract.reference)}`
  const partner = await readReceiver(tx, contract.user_id)
  const staff = await readStaffReceivers(tx, contract.id)
  return [
    {
      kind: 'signed_copy',
      to: partner,
      subject: `Votre exemplaire signé : ${contract.title}`,
      paragraphs: [
        `Bonjour ${partner.name},`,
        `Vous avez signé « ${contract.title} ». Voici votre exemplaire, scellé par ${settings.providerName} : conservez-le.`,
      ],
      button: { label: 'Ouvrir mon espace', url: `${config.publicUrl}${pagePaths.contract}` },
      closing: check,
      kept: [contract.title, check],
      attachment,
    },
    ...staff.map(
      (to): Email => ({
        kind: 'signed_copy',
        to,
        subject: `${contract.partner} a signé : ${contract.title}`,
        paragraphs: [
          `Bonjour ${to.name},`,
          `${contract.partner} a signé « ${contract.title} » électroniquement. Voici l’exemplaire scellé.`,
        ],
        button: { label: 'Voir les contrats', url: `${config.publicUrl}${pagePaths.adminContracts}` },
        closing: check,
        kept: [contract.title, check],
        attachment,
      }),
    ),
  ]
}

async function countersignedEmails(
  event: EventRecord<'contract.countersigned'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const contract = await signedFile(event, tx)
  if (!contract) return []
  const check = `Chacun peut vérifier ce fichier sur ${config.publicUrl}${verifyPath(contract.reference)}`
  const to = await readReceiver(tx, contract.user_id)
  return [
    {
      kind: 'signed_copy',
      to,
      subject: `Contresigné par ${settings.providerName} : ${contract.title}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `${settings.providerName} a contresigné « ${contract.title} ». Cet exemplaire porte les deux ` +
          'signatures et remplace le précédent.',
      ],
      button: { label: 'Ouvrir mon espace', url: `${config.publicUrl}${pagePaths.contract}` },
      closing: check,
      kept: [contract.title, check],
      attachment: { fileId: contract.fileId, name: contract.fileName },
    },
  ]
}

async function declinedEmails(event: EventRecord, { tx, config }: EventHandlerContext): Promise<Email[]> {
  const contract = await tx
    .selectFrom('contracts as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.decline_reason', 'p.full_name'])
    .where('c.id', '=', event.subjectId)
    .where('c.declined_at', 'is not', null)
    .executeTakeFirst()
  if (!contract) return []
  const staff = await readStaffReceivers(tx, contract.id)
  return staff.map((to) => ({
    kind: 'contract_declined',
    to,
    subject: `${contract.full_name} refuse de signer : ${contract.title}`,
    paragraphs: [
      `Bonjour ${to.name},`,
      `${contract.full_name} refuse de signer « ${contract.title} » pour cette raison :`,
      contract.decline_reason ?? '',
    ],
    kept: [contract.title],
    button: { label: 'Voir les contrats', url: `${config.publicUrl}${pagePaths.adminContracts}` },
  }))
}
