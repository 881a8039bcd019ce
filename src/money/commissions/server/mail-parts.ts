import { pagePaths } from '#access/domain/page-paths.ts'
import { mailToTold } from '#communication/notifications/server/told-queries.ts'
import { obstacleText } from '#money/coming/domain/obstacle-text.ts'
import type { ObstacleCode } from '#money/coming/domain/obstacles.ts'
import { type DueRow, presentPaymentDay } from '#money/coming/server/present.ts'
import { readOutlook } from '#money/coming/server/queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import { percentText } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { batchedEvents } from '#platform/server/events/batched-events.ts'
import type { EventHandlerContext, EventRecord } from '#platform/server/events/event-record.ts'
import type { MailContent } from '#platform/server/mail/mail-content.ts'
import { mailDay, mailMoment } from '#platform/server/mail/mail-dates.ts'
import { m } from '../messages/messages.ts'

/** By when each of some commissions is paid, as their partner reads it everywhere, and in sentences what stands in the way. */
export async function paymentNews(
  { tx, config, now, settings }: EventHandlerContext,
  partnerId: string,
  rows: readonly (DueRow & { readonly id: string })[],
) {
  const { terms, outlook } = await readOutlook({ tx, config, now, partnerId, seesBank: true })
  const days = new Map(rows.map((row) => [row.id, presentPaymentDay(row, outlook)]))
  const isMoved = ({ id, due_by }: (typeof rows)[number]) => days.get(id)?.payableBy !== due_by?.toISOString()
  const moved = rows.filter(isMoved).flatMap(({ id }) => days.get(id)?.obstacle ?? [])
  const { timeZone, providerName: provider } = settings
  const words = {
    provider,
    day: (at: string) => mailDay(new Date(at), timeZone),
    moment: (at: string) => mailMoment(new Date(at), timeZone),
  }
  const bank = bankSentence(terms.bank.obstacle)
  const [obstacle] = moved.filter(({ code }) => bankSentence(code) === null)
  return {
    dayOf: (id: string) => days.get(id)?.payableBy ?? null,
    obstacles: [...(obstacle ? [`${obstacleText(obstacle, words)}.`] : []), ...(bank ? [bank] : [])],
    /** Where the partner settles it, or reads on. */
    button: bank
      ? { label: m.myBankDetails(), url: `${config.publicUrl}${pagePaths.paymentInfo}` }
      : { label: m.seeMyCommissions(), url: `${config.publicUrl}${pagePaths.commissions}` },
  }
}

/** What is wrong with bank details that nothing can be paid to. */
function bankSentence(code: ObstacleCode | null): string | null {
  if (code === 'bank_missing') return m.bankDetailsMissing()
  return code === 'bank_checksum' ? m.ibanDoubtful() : null
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
