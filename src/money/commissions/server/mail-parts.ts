import { readReceiver } from '#communication/notifications/server/queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { percentText } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { Email } from '#platform/server/mail/email.ts'

/** What keeps a partner from being paid; null when nothing does. */
export async function missingBankDetails(tx: Tx, partnerId: string): Promise<string | null> {
  const details = await tx
    .selectFrom('payment_infos')
    .select('iban_checks_out')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!details) return 'Vos coordonnées bancaires manquent encore : enregistrez-les pour être payé.'
  if (details.iban_checks_out) return null
  return 'Votre IBAN semble comporter une erreur : vérifiez vos coordonnées bancaires pour être payé.'
}

/** Mail about a new tier, sent with the validation or the payment that changed it. Skipped if the tier no longer exists. */
export async function tierEmail(
  event: EventRecord<'commission.validated'> | EventRecord<'commission.earned'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<Email[]> {
  const parts = await batchedEvents(tx, event)
  const [from, reached] = [parts[0]?.before.tierId, parts.at(-1)?.after.tierId]
  if (!event.partnerId || from === reached) return []
  const tiers = await allTiers(tx)
  const [before, tier] = [from, reached].map((id) => tiers.find((each) => each.id === id))
  if (!before || !tier) return []
  const to = await readReceiver(tx, event.partnerId)
  return [
    {
      kind: 'tier_reached',
      to,
      subject: `Félicitations, vous êtes ${tier.name}`,
      paragraphs: [
        `Bonjour ${to.name},`,
        `Vos affaires validées vous ont fait passer de ${before.name} à ${tier.name} chez ${settings.providerName}.`,
        `Vos prochaines commissions sont calculées au taux de ${percentText(tier.commissionRate)}.`,
      ],
      button: { label: 'Voir mon statut', url: `${config.publicUrl}${pagePaths.status}` },
    },
  ]
}
