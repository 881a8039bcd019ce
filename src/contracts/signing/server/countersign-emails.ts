import { readReceiver } from '#communication/notifications/server/queries.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'
import { countersignDigits } from './countersign-code.ts'

const maxNames = 20

/** The counter-signer's code, with the contracts it is for. */
export async function countersignCodeEmail(event: EventRecord, { tx, config, settings }: EventHandlerContext): Promise<Email[]> {
  const code = await tx.selectFrom('countersign_codes').selectAll().where('id', '=', event.subjectId).executeTakeFirst()
  if (!code || code.checked_at) return []
  const contracts = await tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .select(['c.title', 'p.full_name'])
    .where('s.id', 'in', code.signature_ids)
    .orderBy('p.full_name')
    .orderBy('c.title')
    .execute()
  const digits = countersignDigits(config, code)
  const to = await readReceiver(tx, code.user_id)
  const titles = contracts.slice(0, maxNames).map(({ title, full_name }) => `« ${title} » de ${full_name}`)
  const more = contracts.length > maxNames ? [`et ${contracts.length - maxNames} autres`] : []
  return [
    {
      kind: 'signing_code',
      to,
      subject: `Votre code de contre-signature ${settings.providerName}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `Voici le code qui contresigne, en votre nom et pour ${settings.providerName}, ${[...titles, ...more].join(', ')} :`,
      ],
      code: digits,
      kept: contracts.map(({ title }) => title),
      closing:
        'Ce code est valable 10 minutes, pour ces contrats seulement. Si vous n’avez pas demandé à ' +
        'contresigner, ne le donnez à personne et changez votre mot de passe.',
    },
  ]
}
