import type { EventName } from '#domain/activity.ts'
import { authReactions } from '../auth/reactions.ts'
import { letterHtml, letterText } from '../mail/letter.ts'
import type { Letter } from '../mail/letter.ts'
import type { Portal } from '../portal.ts'
import { currentSettings } from '../settings/queries.ts'
import type { EventRecord, Reactions } from './event-record.ts'

const reactions: Reactions = { ...authReactions }

/** Events that start after-commit work; the others cost no job. */
export const reactsTo: ReadonlySet<EventName> = new Set(Object.keys(reactions) as EventName[])

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
    return { settings, letters }
  })
  for (const letter of prepared.letters) {
    if (await alreadySent(portal, eventId, letter)) continue
    const host = new URL(portal.config.publicUrl).hostname
    const sender = prepared.settings.contactEmail || `no-reply@${host}`
    await portal.mailer.send({
      messageId: `<${eventId}.${Buffer.from(letter.to.address).toString('base64url')}@${host}>`,
      from: portal.config.mailFrom ?? `${JSON.stringify(prepared.settings.providerName)} <${sender}>`,
      to: letter.to,
      subject: letter.subject,
      text: letterText(letter, prepared.settings),
      html: letterHtml(letter, prepared.settings),
    })
    await portal.database.asActor(system, (tx) =>
      tx
        .updateTable('mails')
        .set({ sent_at: portal.clock.now() })
        .where('event_id', '=', eventId)
        .where('recipient', '=', letter.to.address)
        .execute(),
    )
  }
}

/** Notes the mail before it is sent; true when it went out already. */
function alreadySent(portal: Portal, eventId: string, letter: Letter): Promise<boolean> {
  return portal.database.asActor(system, async (tx) => {
    await tx
      .insertInto('mails')
      .values({ event_id: eventId, recipient: letter.to.address, subject: letter.subject, sent_at: null })
      .onConflict((conflict) => conflict.columns(['event_id', 'recipient']).doNothing())
      .execute()
    const mail = await tx
      .selectFrom('mails')
      .select('sent_at')
      .where('event_id', '=', eventId)
      .where('recipient', '=', letter.to.address)
      .executeTakeFirstOrThrow()
    return mail.sent_at !== null
  })
}
