import { isRecentIban } from '#money/bank-details/domain/bank-details.ts'
import { ibanOf } from '#money/bank-details/server/present.ts'
import { batchCents, type PayoutBatch, type PayoutLine } from '#money/bank-files/domain/payout-batch.ts'
import type { PayoutContext } from '#money/bank-files/domain/payout-checks.ts'
import { problemsText } from '#money/bank-files/domain/payout-problems.ts'
import { livePayoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { endToEndIdOf } from '../domain.ts'
import { earlierLines, holderOf, ibanSharers, type PayoutToSend, usedIds, writtenNames } from './payouts-to-send.ts'

interface BatchPosition {
  readonly position: number
  readonly messageId: string
  /** Earlier attempts to pay each payout. */
  readonly attempts: ReadonlyMap<string, number>
}

/** The transfer that pays a payout. Without a readable IBAN it has an empty one, which the check reports. */
export function lineOf(
  payout: PayoutToSend,
  config: Pick<Config, 'secret'>,
  { position, messageId, attempts }: BatchPosition,
): PayoutLine {
  const { id, partner_id: partnerId, reference, iban_encrypted, town, postal_country: country } = payout
  return {
    partnerId,
    statement: reference,
    endToEndId: endToEndIdOf(reference, (attempts.get(id) ?? 0) + 1),
    instructionId: `${messageId}-${position}`,
    cents: payout.total_cents,
    holder: holderOf(payout),
    iban: ibanOf(config, partnerId, iban_encrypted),
    bic: null,
    address:
      town && country
        ? {
            street: payout.street || null,
            building: payout.building_number || null,
            postcode: payout.postcode || null,
            town,
            country,
          }
        : null,
    remittance: `Commissions ${reference}`,
  }
}

interface FileContext {
  readonly payouts: readonly PayoutToSend[]
  readonly makerPartnerId: string | null
  readonly now: Date
  readonly today: string
  readonly replaces: string | undefined
}

function readEarlierFiles(tx: Tx, payouts: readonly PayoutToSend[]) {
  const ids = payouts.map(({ id }) => id)
  const partnerIds = payouts.map(({ partner_id }) => partner_id)
  const sharing = payouts.flatMap(({ shared, partner_id }) => (shared ? [partner_id] : []))
  return Promise.all([earlierLines(tx, ids), writtenNames(tx, partnerIds), ibanSharers(tx, sharing)])
}

/** What the portal knows of these payouts besides the file, read once; `contextOf` adds what it knows of a file's own numbers. */
export async function contextReader(tx: Tx, { payouts, makerPartnerId, now, today, replaces }: FileContext) {
  const [earlier, names, sharers] = payouts.length === 0 ? [[], [], []] : await readEarlierFiles(tx, payouts)
  const sharersByPartner = Map.groupBy(sharers, ({ of }) => of)
  const referenceByPayout = new Map(payouts.map(({ id, reference }) => [id, reference]))
  const last = new Map(earlier.map((line) => [referenceByPayout.get(line.payout_id) ?? '', line]))
  const attempts = new Map<string, number>()
  for (const { payout_id } of earlier) attempts.set(payout_id, (attempts.get(payout_id) ?? 0) + 1)
  const isLive = (state: string) => livePayoutLineStates.some((each) => each === state)
  const facts = {
    today,
    partnersWithRecentIban: new Set(
      payouts.flatMap(({ partner_id, iban_changed_at: at }) => (at && isRecentIban(at, now) ? [partner_id] : [])),
    ),
    partnersWithRefusedAccount: new Set(
      payouts.flatMap(({ partner_id, bank_state }) => (bank_state === 'refused' ? [partner_id] : [])),
    ),
    liveStatements: new Map(
      [...last].flatMap(([reference, line]) =>
        isLive(line.state) && line.file_id !== replaces ? [[reference, line.message_id] as const] : [],
      ),
    ),
    confirmedNames: new Map(names.map(({ partner_id, holder }) => [partner_id, holder])),
    heldOut: new Map(
      [...last].flatMap(([reference, line]) =>
        line.held_out
          ? [[reference, { file: line.message_id, reason: line.problems ? problemsText(line.problems) : line.reasons }] as const]
          : [],
      ),
    ),
    makerPartnerId,
  }
  const contextOf = async ({ messageId, lines, provider }: PayoutBatch): Promise<PayoutContext> => {
    return {
      ...facts,
      ...(await usedIds(tx, messageId, lines)),
      approved: { count: lines.length, cents: batchCents(lines) },
      providerIbans: new Set([provider.iban]),
      sharedIbans: new Map(
        lines.flatMap(({ partnerId, iban }) => {
          const sharers = sharersByPartner.get(partnerId)
          return sharers && iban !== '' ? [[iban, sharers.map(({ name }) => name)] as const] : []
        }),
      ),
    }
  }
  return { attempts, contextOf }
}
