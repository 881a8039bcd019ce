import type { EventName } from '#domain/activity.ts'
import { canSwitchOff } from '#domain/notifications.ts'
import { authReactions } from '../auth/reactions.ts'
import { commissionReactions } from '../commissions/reactions.ts'
import { contractReactions } from '../contracts/reactions.ts'
import { fileKey } from '../files/store.ts'
import { letterHtml, letterText } from '../mail/letter.ts'
import type { Letter } from '../mail/letter.ts'
import type { Mail } from '../mail/mailer.ts'
import { wanted } from '../notifications/queries.ts'
import { unsubscribeUrl } from '../notifications/unsubscribe-link.ts'
import { signingReactions } from '../signing/reactions.ts'
import { paymentReactions } from '../payments/reactions.ts'
import type { Portal } from '../portal.ts'
import type { Settings } from '#contract/settings.ts'
import { currentSettings } from '../settings/queries.ts'
import { templateFollowUps } from '../templates/tier-amendment.ts'
import type { EventRecord, FollowUps, Reactions } from './event-record.ts'

const reactions: Reactions = {
  ...authReactions,
  ...contractReactions,
  ...commissionReactions,
  ...paymentReactions,
  ...signingReactions,
}

const followUps: FollowUps = { ...templateFollowUps }

/** Events that start after-commit work; the others cost no job. */
export const reactsTo: ReadonlySet<EventName> = new Set(Object.keys({ ...reactions, ...followUps }) as EventName[])

const system = { kind: 'system' } as const

/**
 * The after-commit work of one event. It may run again after a crash: mail that was handed over is remembered, and one
 * that was handed over in the very moment of the crash carries the same Message-ID as its repetition.
 */
export async function react(portal: Portal, eventId: string): Promise<void> {
  const prepared = await portal.database.asActor(system, async (tx) => {
    const row = await tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
    const event: EventRecord = {
      id: row.id,
      name: row.name,
      occurredAt: row.occurred_at,
      actorId: row.actor_id,
      subjectId: row.subject_id,
      partnerId: row.partner_id,
      before: row.before ?? {},
      after: row.after ?? {},
    }
    const settings = await currentSettings(tx)
    const letters = (await reactions[event.name]?.(event, { tx, config: portal.config, settings })) ?? []
    return { event, settings, letters: await wanted(tx, letters) }
  })
  // A mail server that is down holds up no other work, and other work that fails no mail.
  const outcomes = await Promise.allSettled([
    followUps[prepared.event.name]?.(prepared.event, portal),
    sendLetters(portal, eventId, prepared),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function sendLetters(
  portal: Portal,
  eventId: string,
  prepared: { readonly settings: Settings; readonly letters: readonly Letter[] },
): Promise<void> {
  for (const letter of prepared.letters) {
    if (await alreadySent(portal, eventId, letter)) continue
    await portal.mailer.send({
      ...asMail(portal, eventId, letter, prepared.settings),
      attachments: await attached(portal, letter),
    })
    await portal.database.asActor(system, (tx) =>
      tx
        .updateTable('mails')
        .set({ sent_at: portal.clock.now() })
        .where('event_id', '=', eventId)
        .where('recipient', '=', letter.to.address)
        .where('kind', '=', letter.kind)
        .execute(),
    )
  }
}

/** The letter as it is handed over. What its receiver may switch off says where, to people and to mail programs. */
function asMail({ config }: Portal, eventId: string, letter: Letter, settings: Settings): Omit<Mail, 'attachments'> {
  const { hostname, protocol } = new URL(config.publicUrl)
  const sender = settings.contactEmail || `no-reply@${hostname}`
  const switches = canSwitchOff(letter.kind) ? `${config.publicUrl}/dashboard?account=notifications` : null
  const headers: Record<string, string> = {}
  // One click (RFC 8058) is for https only.
  if (canSwitchOff(letter.kind) && protocol === 'https:') {
    headers['List-Unsubscribe'] = `<${unsubscribeUrl(config, letter.to.userId, letter.kind)}>`
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  const { name, address } = letter.to
  return {
    messageId: `<${eventId}.${letter.kind}.${Buffer.from(address).toString('base64url')}@${hostname}>`,
    from: config.mailFrom ?? `${JSON.stringify(settings.providerName)} <${sender}>`,
    to: { name, address },
    subject: letter.subject,
    text: letterText(letter, settings, switches),
    html: letterHtml(letter, settings, switches),
    headers,
  }
}

async function attached({ files }: Portal, { attachment }: Letter): Promise<Mail['attachments']> {
  if (!attachment) return []
  const content = await files.read(fileKey({ purpose: 'sealed', id: attachment.fileId }))
  return [{ filename: attachment.name.replace(/[\p{Cc}/\\]/gu, '_'), contentType: 'application/pdf', content }]
}

/** Notes the mail before it is sent; true when it went out already. */
function alreadySent(portal: Portal, eventId: string, letter: Letter): Promise<boolean> {
  return portal.database.asActor(system, async (tx) => {
    await tx
      .insertInto('mails')
      .values({ event_id: eventId, recipient: letter.to.address, kind: letter.kind, subject: letter.subject, sent_at: null })
      .onConflict((conflict) => conflict.columns(['event_id', 'recipient', 'kind']).doNothing())
      .execute()
    const mail = await tx
      .selectFrom('mails')
      .select('sent_at')
      .where('event_id', '=', eventId)
      .where('recipient', '=', letter.to.address)
      .where('kind', '=', letter.kind)
      .executeTakeFirstOrThrow()
    return mail.sent_at !== null
  })
}
