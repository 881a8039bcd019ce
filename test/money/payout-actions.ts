import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { system } from '#access/domain/actor.ts'
import { applyAnswer } from '#money/bank-answers/server/apply-commands.ts'
import { planAnswer } from '#money/bank-answers/server/plan.ts'
import type { AccountReport, StatusReport } from '#money/bank-files/domain/bank-answer.ts'
import { readBankAnswer } from '#money/bank-files/server/read-bank-answer.ts'
import { withdrawFile } from '#money/payout-files/server/file-commands.ts'
import { checkPreview, sendPayouts } from '#money/payout-files/server/make-file.ts'
import { planFile } from '#money/payout-files/server/plan-file.ts'
import { storePayoutFile } from '#money/payout-files/server/stored-file.ts'
import { issueRun } from '#money/payouts/server/issue-run.ts'
import { payPayouts, rejectPayout, retryPayout } from '#money/payouts/server/payment-commands.ts'
import { planRun } from '#money/payouts/server/run-plan.ts'
import { acceptPayout, approvePayouts, cancelPayout } from '#money/payouts/server/step-commands.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { xmlOf } from '../bank-app.ts'
import { formOf } from '../payout-file-app.ts'
import { debit, entry, groupReport, line, payment, statement } from '../samples/bank/answer-parts.ts'
import type { Actions } from './actions.ts'
import { type MoneyWorld, unlessRefused } from './money-world.ts'
import { brokenByRun, openCommissions } from './run-invariants.ts'

interface PayoutRow {
  readonly id: string
  readonly partner_id: string
  readonly total_cents: number
}

interface LineRow extends PayoutRow {
  readonly file_id: string
  readonly message_id: string
  readonly end_to_end_id: string
  readonly state: string
}

const payoutsIn = (world: MoneyWorld, status: string) =>
  world.rows<PayoutRow>(
    `select id, partner_id, total_cents from payouts where run_id = any($1) and status = '${status}' order by reference`,
  )

const linesIn = (world: MoneyWorld, states: string) =>
  world.rows<LineRow>(
    `select p.id, p.partner_id, l.total_cents, f.id as file_id, f.message_id, l.end_to_end_id, l.state
      from payout_file_lines l join payout_files f on f.id = l.payout_file_id join payouts p on p.id = l.payout_id
      where p.run_id = any($1) and l.state in (${states}) order by f.created_at, f.id, l.position`,
  )

const nth = <T>(all: readonly T[], pick: number): T | undefined => all[pick % all.length]
const total = (all: readonly PayoutRow[]) => all.reduce((sum, each) => sum + each.total_cents, 0)

/** On request two people do the same at once, each as an administrator: exactly one of them does it, and the other is refused. */
async function both(world: MoneyWorld, isTwice: boolean, second: boolean, work: (who: boolean) => Promise<void>): Promise<void> {
  if (!isTwice) return work(second)
  const done = await Promise.all([second, !second].map((who) => unlessRefused(work(who), true)))
  const count = done.filter((each) => each !== null).length
  if (count > 1 && world.isAlone) throw new Error('two people did at once what can be done once')
  if (count > 0) return
  // Neither could: nor can one who comes alone.
  await work(second)
  if (world.isAlone) throw new Error('of two people at once neither did what one could do')
}

/** From what is payable to what is paid, and back. */
export const payoutActions = {
  async issue(world, { percent, second }) {
    const { config } = world.portal
    const before = await openCommissions(world)
    if (!before.some(({ amount_cents, held_reason }) => amount_cents > 0 && held_reason === null)) return 'nothing'
    const issue = async (who: boolean) => {
      const form = { payableUntil: world.payouts.until, exclusions: [] }
      const plan = await world.run(world.asStaff(who), (context) => planRun(context, config, form))
      const preview = { payouts: plan.totals.payouts, totalCents: plan.totals.totalCents, fingerprint: plan.fingerprint }
      world.ledger.runs.push(
        await world.run(world.asStaff(who), (context) => issueRun(context, config, { ...form, seen: preview })),
      )
    }
    const isIssued = (await unlessRefused(both(world, percent < 30, second, issue))) !== null
    const runId = isIssued ? (world.ledger.runs.at(-1) ?? null) : null
    const broken = world.isAlone ? await brokenByRun(world, before, runId) : []
    if (broken.length > 0) throw new Error(broken.join('\n'))
    if (!isIssued) return 'nothing'
    return 'done'
  },

  async approve(world, { pick, percent, second }) {
    const issued = await payoutsIn(world, 'issued')
    const some = percent < 50 ? issued : [nth(issued, pick)].filter((each) => each !== undefined)
    if (some.length === 0) return 'nothing'
    for (const { id, partner_id } of some)
      await unlessRefused(world.run(world.asPartner(partner_id), (context) => acceptPayout(context, id)))
    const selection = { ids: some.map(({ id }) => id), totalCents: total(some) }
    await both(world, percent % 3 === 0, second, async (who) => {
      await world.run(world.asStaff(who), (context) => approvePayouts(context, selection))
    })
    return 'done'
  },

  async cancel(world, { pick, second }) {
    const states = ['issued', 'approved', 'rejected'] as const
    const payout = nth(await payoutsIn(world, states[pick % 3] ?? 'issued'), pick)
    if (!payout) return 'nothing'
    await world.run(world.asStaff(second), (context) => cancelPayout(context, payout.id, { reason: 'Erreur' }))
    return 'done'
  },

  async retry(world, { pick, second }) {
    const payout = nth(await payoutsIn(world, 'rejected'), pick)
    if (!payout) return 'nothing'
    await world.run(world.asStaff(second), (context) => retryPayout(context, payout.id))
    return 'done'
  },

  /** A transfer that staff typed into the bank's pages. */
  async payByHand(world, { pick, second }) {
    const [approved, sentPayouts] = [await payoutsIn(world, 'approved'), await payoutsIn(world, 'sent')]
    const payout = nth(sentPayouts.length > 0 && pick % 2 === 0 ? sentPayouts : approved, pick)
    if (!payout) return 'nothing'
    const paid = { ids: [payout.id], totalCents: payout.total_cents, payment: { paidOn: world.today, reference: 'VIR' } }
    await world.run(world.asStaff(second), (context) => payPayouts(context, paid))
    world.ledger.move(payout.id, payout.total_cents)
    return 'done'
  },

  async returnByHand(world, { pick, second }) {
    const payout = nth(await payoutsIn(world, 'paid'), pick)
    if (!payout) return 'nothing'
    await world.run(world.asStaff(second), (context) => rejectPayout(context, payout.id, { reason: 'Retour' }))
    world.ledger.move(payout.id, -payout.total_cents)
    return 'done'
  },

  async file(world, { pick, percent, second }) {
    const approved = await payoutsIn(world, 'approved')
    if (approved.length === 0) return 'nothing'
    const ids = percent < 70 ? approved.map(({ id }) => id) : [nth(approved, pick)?.id ?? '']
    await both(world, percent % 4 === 0, second, (who) => makeFile(world, who, { ids }))
    return 'done'
  },

  /** The bank did not execute a file: it is taken back, or made again without one of its lines. */
  async withdraw(world, { pick, percent, second }) {
    const line = nth(await linesIn(world, `'sent', 'accepted'`), pick)
    if (!line) return 'nothing'
    const { file_id: id } = line
    if (percent < 50) await world.run(world.asStaff(second), (context) => withdrawFile(context, id, { reason: 'Refusé' }))
    else await makeFile(world, second, { replaces: id, leaveOut: [line.id], reason: 'Une ligne de trop' })
    return 'done'
  },

  /** The bank books some transfers of its files and returns others that it had booked; the same statement is sent twice. */
  async bankPays(world, { pick, percent, second }) {
    const live = (await linesIn(world, `'sent', 'accepted'`)).filter((_, at) => (at + pick) % 4 !== 0)
    const back = (await linesIn(world, `'paid'`)).filter((_, at) => percent < 25 && (at + pick) % 2 === 0)
    if (live.length + back.length === 0) return 'nothing'
    const number = world.nextNumber()
    const answer: AccountReport = {
      ...statement(
        ...live.map((each) => debit(each.end_to_end_id, each.total_cents, world.today)),
        ...back.map((each) => returned(each, world.today)),
      ),
      messageId: `BANK-${number}`,
      createdOn: world.today,
    }
    const news = [...live, ...back].map(({ end_to_end_id }) => end_to_end_id)
    await apply(world, answer, { news, isTwice: percent % 2 === 0, second })
    for (const { id, total_cents } of live) world.ledger.move(id, total_cents)
    for (const { id, total_cents } of back) world.ledger.move(id, -total_cents)
    return 'done'
  },

  /** The bank refuses some transfers of a file and accepts the others. */
  async bankRefuses(world, { pick, percent, second }) {
    const live = await linesIn(world, `'sent', 'accepted'`)
    const [first] = live
    if (!first) return 'nothing'
    const lines = live
      .filter(({ file_id }) => file_id === first.file_id)
      .map((each, at) => {
        const isRefused = (at + pick) % 2 === 0
        const reasons = isRefused ? [{ code: 'MS03', info: [] }] : []
        return line(each.end_to_end_id, isRefused ? 'RJCT' : 'ACSP', { reasons })
      })
    const number = world.nextNumber()
    const answer: StatusReport = {
      ...groupReport(first.message_id, 'PART', lines),
      messageId: `BANK-${number}`,
      createdOn: world.today,
    }
    const news = lines.flatMap(({ status, endToEndId }) => (status === 'RJCT' && endToEndId ? [endToEndId] : []))
    await apply(world, answer, { news, isTwice: percent % 2 === 0, second })
    return 'done'
  },
} satisfies Actions

const returned = ({ end_to_end_id, total_cents }: LineRow, on: string) => {
  const parts = { direction: 'credit', isReturn: true, returnReason: { code: 'MS03', info: [] } } as const
  const back = payment(end_to_end_id, { ...parts, amount: { currency: 'EUR', cents: total_cents } })
  return entry([back], { direction: 'credit', bookedOn: on, reference: `B-${end_to_end_id}` })
}

interface Selection {
  readonly ids?: string[]
  readonly replaces?: string
  readonly leaveOut?: string[]
  readonly reason?: string
}

async function makeFile(world: MoneyWorld, second: boolean, { reason, leaveOut = [], ...selection }: Selection): Promise<void> {
  const { portal } = world
  const makerPartnerId = world.staff[second ? 1 : 0].userId
  const request = { options: { ...selection, leaveOut }, makerPartnerId, now: portal.clock.now(), takesNumber: true }
  const plan = await portal.database.asActor(system, (tx) => planFile(tx, portal.config, request))
  const form = formOf(plan.preview, selection, { leaveOut, ...(reason ? { reason } : {}) })
  const fullForm = { ...form, leaveOut, confirmed: form.confirmed ?? [] }
  checkPreview(plan, fullForm)
  const stored = await storePayoutFile(portal, world.asStaff(second), plan.batch)
  await world.run(world.asStaff(second), (context) => sendPayouts(context, plan, stored, fullForm))
}

interface Applied {
  /** Transfers that the answer changes, by end-to-end id. */
  readonly news: readonly string[]
  /** Two people at once; otherwise one after the other. */
  readonly isTwice: boolean
  readonly second: boolean
}

/** Staff apply what the bank wrote, from its bytes, and apply it again: once it changes what it is about, and then nothing. */
async function apply(world: MoneyWorld, answer: AccountReport | StatusReport, { news, isTwice, second }: Applied): Promise<void> {
  const bytes = xmlOf(answer)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const received = { answer: await readBankAnswer(Readable.from([bytes])), sha256 }
  const planned = await world.run(world.asStaff(second), (context) => planAnswer(context, world.portal.config, received))
  const changed = new Set(planned.lines.filter(({ changes }) => changes).map(({ endToEndId }) => endToEndId))
  if (news.some((id) => !changed.has(id))) {
    if (world.isAlone) throw new Error(`the bank says what changes nothing: ${JSON.stringify(planned.lines)}`)
    throw new Refusal('bank_answer_changed', 'The file holds no answer for it.')
  }
  const once = async (who: boolean) => {
    const query = { seen: planned.fingerprint, credits: '' }
    return (await world.run(world.asStaff(who), (context) => applyAnswer(context, world.portal.config, received, query))).outcome
  }
  const outcomes = isTwice ? await Promise.all([once(second), once(!second)]) : [await once(second), await once(!second)]
  if (outcomes.toSorted().join() !== 'applied,repeated') throw new Error(`one answer was ${outcomes.join(' and ')}`)
}
