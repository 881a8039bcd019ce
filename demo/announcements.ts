import { type Actor, soleOwner } from '#access/domain/actor.ts'
import { publishAnnouncement, readAnnouncement, withdrawAnnouncement } from '#communication/announcements/server/commands.ts'
import type { RunAs } from './run-as.ts'

const day = 86_400_000

interface Announcing {
  readonly runAs: RunAs
  readonly admin: Actor
}

/** One announcement that some have read, one that was withdrawn, one to those of a tier, and one that has ended. */
export async function seedAnnouncements(
  { runAs, admin }: Announcing,
  partnerIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  const toAll = { audience: 'all', tierId: null, link: null, endsOn: null } as const
  const publish = (days: number, form: Parameters<typeof publishAnnouncement>[1]) =>
    runAs(admin, ago(days), (context) => publishAnnouncement(context, form))

  const closing = await publish(40, {
    ...toAll,
    title: 'Fermeture du 24 au 31',
    text: 'L’équipe est absente cette semaine-là. Les leads que vous enregistrez sont lus à notre retour.',
    endsOn: dayOf(ago(20)),
  })
  const fair = await publish(6, {
    ...toAll,
    title: 'Retrouvez-nous au salon des entrepreneurs de Nantes',
    text:
      'Nous avons un stand et douze invitations pour vos contacts : dites-nous qui vous amenez.\n\n' +
      'Chaque visiteur que vous nous présentez est enregistré à votre nom le jour même.',
    link: 'https://atelier-loire.example/salon',
    endsOn: dayOf(ago(-14)),
  })
  const wrong = await publish(3, {
    ...toAll,
    title: 'Nouveaux tarifs au 1er du mois',
    text: 'La formule Essentielle passe à 490 € par mois.',
  })
  await runAs(admin, ago(2.9), (context) => withdrawAnnouncement(context, wrong))
  const readers = [...partnerIds.values()]
  for (const [index, userId] of readers.entries()) {
    const actor = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true } as const
    const received = await runAs(actor, now, ({ tx }) =>
      tx.selectFrom('announcement_recipients').select('announcement_id').where('user_id', '=', userId).execute(),
    )
    const ids = new Set(received.map(({ announcement_id }) => announcement_id))
    if (ids.has(closing)) await runAs(actor, ago(38 - index / 10), (context) => readAnnouncement(context, closing))
    if (ids.has(fair) && index % 3 !== 2) await runAs(actor, ago(5 - index / 7), (context) => readAnnouncement(context, fair))
  }
}
