import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { maskedIbanOf } from '#money/bank-details/server/present.ts'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { batchCents, type PayoutBatch } from '#money/bank-files/domain/payout-batch.ts'
import { checkPayoutFile } from '#money/bank-files/domain/payout-checks.ts'
import type { KeptProblem, KeptProblems, PayoutProblem } from '#money/bank-files/domain/payout-problems.ts'
import { nextTargetDay } from '#money/bank-files/domain/target-calendar.ts'
import { maxPayoutsAtOnce } from '#money/payouts/api/payouts.ts'
import { numberInSeries } from '#money/payouts/domain/payouts.ts'
import { maskIban } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { takeNumbers } from '#platform/server/number-series.ts'
import { isoDay, isoTime, providerZone } from '#platform/server/provider-calendar.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { payingIban, programmeSettings } from '#provider/programme/server/queries.ts'
import type { PayoutFilePreview, PlannedFileLine, payoutFileOptions } from '../api.ts'
import { payoutFileSeries } from '../domain.ts'
import { contextReader, lineOf } from './batch-of.ts'
import { holderOf, type PayoutToSend, payoutsToSend } from './payouts-to-send.ts'

type Options = z.output<typeof payoutFileOptions>

interface FileRequest {
  readonly options: Options
  readonly makerPartnerId: string | null
  readonly now: Date
  /** Takes the number of the file instead of looking at the next one. */
  readonly takesNumber?: boolean
  /**
   * Whether the payouts may not move on until the transaction ends. A file that is made meanwhile would else be known to some
   * of the statements and not to others: its numbers as used, its payouts as still to be sent.
   */
  readonly holdsPayouts?: boolean
}

export interface FilePlan {
  /** The lines that would be written: those that are neither blocked nor held. */
  readonly batch: PayoutBatch
  /** Payouts of the batch, in its order. */
  readonly payouts: readonly PayoutToSend[]
  readonly preview: PayoutFilePreview
  /** What is wrong with each payout, as it is kept: without a whole IBAN. */
  readonly problems: ReadonlyMap<string, KeptProblems>
}

const byPayout = (payouts: readonly PayoutToSend[], problems: readonly PayoutProblem[]) =>
  payouts.map(({ id }, index) => [id, problems.filter(({ line }) => line === index)] as const)

function plannedLine(config: Pick<Config, 'secret'>, payout: PayoutToSend) {
  return {
    payoutId: payout.id,
    reference: payout.reference,
    partner: { id: payout.partner_id, name: payout.full_name, deleted: payout.partner_deleted_at !== null },
    totalCents: payout.total_cents,
    holder: holderOf(payout),
    written: bankText(holderOf(payout), maxBankName),
    maskedIban: maskedIbanOf(config, payout.partner_id, payout.iban_mask_encrypted),
  }
}

type Programme = Awaited<ReturnType<typeof programmeSettings>>

/** The file without its lines: what is chosen for it, else what the programme says. */
function buildHeader(
  options: Options,
  programme: Programme,
  about: Pick<PayoutBatch, 'messageId' | 'createdAt'> & {
    readonly today: string
    readonly provider: Pick<PayoutBatch['provider'], 'name' | 'iban'>
  },
): Omit<PayoutBatch, 'lines'> {
  const format = options.format ?? programme.file_format
  const instant = options.instant ?? (programme.instant_transfers && format === 'pain.001.001.09')
  const contractNumber = options.contractNumber ?? programme.bank_contract
  return {
    format,
    messageId: about.messageId,
    createdAt: about.createdAt,
    executeOn: options.executeOn ?? (instant ? about.today : nextTargetDay(about.today)),
    batchBooking: options.batchBooking ?? programme.batch_booking,
    instant,
    provider: { ...about.provider, bic: programme.bic || null, contractNumber: contractNumber || null },
  }
}

/**
 * A file as things are now, read as the system, since staff cannot read IBANs. Lines that a problem blocks or holds stay
 * out; what is left is checked again as the file that it would be. The number of statements does not depend on that of payouts.
 */
export async function planFile(tx: Tx, config: Pick<Config, 'secret'>, request: FileRequest): Promise<FilePlan> {
  const { options, makerPartnerId, now, holdsPayouts = false } = request
  const zone = await providerZone(tx)
  const today = isoDay(now, zone)
  const series = payoutFileSeries(today)
  const [programme, { providerName }, rows, number] = await Promise.all([
    programmeSettings(tx),
    currentSettings(tx),
    payoutsToSend(tx, options, { now, holds: holdsPayouts }),
    request.takesNumber ? takeNumbers(tx, series, 1) : nextNumber(tx, series),
  ])
  const payouts = rows.slice(0, maxPayoutsAtOnce)
  const header = buildHeader(options, programme, {
    messageId: numberInSeries(series, number),
    createdAt: isoTime(now, zone),
    today,
    provider: { name: programme.legal_name || providerName, iban: payingIban(config, programme) },
  })
  const { attempts, contextOf } = await contextReader(tx, { payouts, makerPartnerId, now, today, replaces: options.replaces })
  const buildBatch = (some: readonly PayoutToSend[]): PayoutBatch => ({
    ...header,
    lines: some.map((payout, index) => lineOf(payout, config, { position: index + 1, attempts, messageId: header.messageId })),
  })
  const leftOut = new Set(options.leaveOut)
  const wantedPayouts = payouts.filter(({ id }) => !leftOut.has(id))
  const all = buildBatch(wantedPayouts)
  const first = checkPayoutFile(all, await contextOf(all))
  const stopped = new Set(first.flatMap(({ line, effect }) => (line !== null && effect !== 'asks' ? [line] : [])))
  const sendable = wantedPayouts.filter((_, index) => !stopped.has(index))
  const batch = buildBatch(sendable)
  const problems = checkPayoutFile(batch, await contextOf(batch))
  const problemsByPayout = new Map([...byPayout(wantedPayouts, first), ...byPayout(sendable, problems)])
  const ibans = new Map(all.lines.map(({ statement, iban }) => [statement, iban]))
  const isSent = new Set(sendable.map(({ id }) => id))
  const lines = payouts.map((payout): PlannedFileLine => {
    const found = problemsByPayout.get(payout.id) ?? []
    const shown = found.map((each) => presentProblem(each, ibans.get(payout.reference) ?? ''))
    return { ...plannedLine(config, payout), problems: shown, included: isSent.has(payout.id) }
  })
  return {
    batch,
    payouts: sendable,
    problems: keptProblems(payouts, problemsByPayout, ibans),
    preview: {
      format: header.format,
      executeOn: header.executeOn,
      batchBooking: header.batchBooking,
      instant: header.instant,
      contractNumber: options.contractNumber ?? programme.bank_contract,
      lines,
      problems: problems.filter(({ line }) => line === null).map((each) => presentProblem(each, header.provider.iban)),
      count: batch.lines.length,
      totalCents: batchCents(batch.lines),
      fingerprint: fingerprintOf(batch, problems),
      hasMore: rows.length > maxPayoutsAtOnce,
    },
  }
}

/** Staff see whole IBANs only for their password. */
function presentProblem({ code, effect, message }: PayoutProblem, iban: string) {
  return { code, effect, message: iban === '' ? message : message.replaceAll(iban, maskIban(iban)) }
}

/** The problems of payouts, as they are kept. Why an earlier file left a payout out is kept there. */
function keptProblems(
  payouts: readonly PayoutToSend[],
  problems: ReadonlyMap<string, readonly PayoutProblem[]>,
  ibans: ReadonlyMap<string, string>,
): FilePlan['problems'] {
  const keptOf = ({ id, reference }: PayoutToSend) =>
    (problems.get(id) ?? []).filter(({ code }) => code !== 'held_out').map((each) => keptProblem(each, ibans.get(reference)))
  return new Map(payouts.map((payout) => [payout.id, keptOf(payout)]))
}

/** What it names, without a whole IBAN. */
function keptProblem({ code, facts }: PayoutProblem, iban = ''): KeptProblem {
  const named = Object.entries(facts).filter(([, value]) => value !== '')
  return { code, facts: Object.fromEntries(named.map(([name, value]) => [name, value === iban ? maskIban(iban) : value])) }
}

async function nextNumber(tx: Tx, series: string): Promise<number> {
  const row = await tx.selectFrom('number_series').select('last_number').where('series', '=', series).executeTakeFirst()
  return (row?.last_number ?? 0) + 1
}

/** Changes with every line, every account and every question, and not with the file's number. */
function fingerprintOf({ lines, provider }: PayoutBatch, problems: readonly PayoutProblem[]): string {
  const questions = problems.map(({ code, line }) => [code, line])
  const content = lines.map(({ statement, cents, holder, iban, address }) => [statement, cents, holder, iban, address])
  const text = JSON.stringify([provider.name, provider.iban, provider.bic, content, questions])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
