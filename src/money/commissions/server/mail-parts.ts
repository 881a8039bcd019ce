import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { m } from '../messages/messages.ts'

/** What keeps a partner from being paid; null when nothing does. */
export async function missingBankDetails(tx: Tx, partnerId: string): Promise<string | null> {
  const details = await tx
    .selectFrom('payment_infos')
    .select('iban_checks_out')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  if (!details) return m.bankDetailsMissing()
  if (details.iban_checks_out) return null
  return m.ibanDoubtful()
}

/** Mail about a new tier, sent with the validation or the payment that changed it. Skipped if the tier no longer exists. */
export async function tierMail(
  event: EventRecord<'commission.validated'> | EventRecord<'commission.earned'>,
  { tx, config, settings }: EventHandlerContext,
): Promise<MailContent[]> {
  const parts = await batchedEvents(tx, event)
  const [from, reached] = [parts[0]?.before.tierId, parts.at(-1)?.after.tierId]
  if (!event.partnerId || from === reached) return []
  const tiers = await allTiers(tx)
  const [before, tier] = [from, reached].map((id) => tiers.find((each) => each.id === id))
  if (!before || !tier) return []
  return mailToTold(tx, { name: event.name, partnerId: event.partnerId }, (to) => ({
    kind: 'tier_reached',
    to,
    subject: m.tierReachedSubject({ name: nameIn(tier) }),
    paragraphs: [
      m.helloName({ name: to.name }),
      m.tierReached({ from: nameIn(before), reached: nameIn(tier), providerName: settings.providerName }),
      m.tierRate({ rate: percentText(tier.commissionRate) }),
    ],
    button: { label: m.seeMyStatus(), url: `${config.publicUrl}${pagePaths.status}` },
  }))
}
