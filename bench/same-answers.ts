// Nothing is timed before all targets have answered the same.
import { isDeepStrictEqual } from 'node:util'
import type { WorkName } from './options.ts'
import type { BenchPeople, Query } from './people.ts'
import type { Target } from './targets/target.ts'
import { type Ask, works } from './works.ts'

const turns = 12

/** What differs from one change to the next. */
const ownToEachChange = new Set(['id', 'createdAt', 'updatedAt'])

/** Asks all targets the same. Throws if ids, their order, amounts or anything else differ. */
export async function compareAnswers(people: BenchPeople, work: WorkName, targets: readonly Target[]): Promise<void> {
  const able = targets.filter((target) => target.works.includes(work))
  const [asker] = works[work].prepare(people, 1)
  if (!asker) throw new Error(`${work} asks nothing`)
  for (let turn = 0; turn < turns; turn += 1) {
    const ask = asker.next()
    const answers: unknown[] = []
    for (const target of able) {
      const answer = await answerOf(target, ask)
      answers.push(works[work].writes ? settled(answer) : answer)
      if (work === 'W4') await answerOf(target, backwards(ask))
    }
    const titles = able.map(({ title }) => `${title} to ${ask.method} ${ask.path}`)
    compareAll(titles, answers.map(works[work].writes ? leadOf : (answer) => answer))
    // The bare changes answer the lead alone.
    const whole = answers.map((_answer, index) => index).filter((index) => works[work].writes && hasSums(answers[index]))
    compareAll(
      whole.map((index) => titles[index] ?? ''),
      whole.map((index) => sumsOf(work, answers[index])),
    )
  }
}

function compareAll(titles: readonly string[], answers: readonly unknown[]): void {
  answers.forEach((answer, index) => {
    if (isDeepStrictEqual(answer, answers[0])) return
    throw new Error(
      `${titles[index]} answers another thing than ${titles[0]}:\n${JSON.stringify(answer)}\n${JSON.stringify(answers[0])}`,
    )
  })
}

interface WholeAnswer {
  readonly commission?: unknown
  readonly byStatus?: readonly { readonly status: string }[]
}

const hasSums = (answer: unknown) => 'byStatus' in (answer as object)

function leadOf(answer: unknown): unknown {
  const { commission: _, byStatus: __, ...lead } = answer as WholeAnswer
  return lead
}

/** What a change answers beside the lead. Leads that were created one after the other make other sums each time. */
function sumsOf(work: WorkName, answer: unknown): unknown {
  const { commission, byStatus = [] } = answer as WholeAnswer
  return { commission, byStatus: work === 'W5' ? byStatus.map(({ status }) => status) : byStatus }
}

async function answerOf(target: Target, ask: Ask): Promise<unknown> {
  const { url, title } = target
  const { path, ...init } = target.httpRequest(ask)
  const response = await fetch(`${url}${path}`, init)
  const text = await response.text()
  if (!response.ok || target.isRefusal(text))
    throw new Error(`${title} refused ${ask.method} ${path}: ${response.status} ${text}`)
  return comparable(target.read(ask.work, text))
}

/** A cursor is each server's own: only whether there is a next page is compared. */
function comparable(answer: unknown): unknown {
  const { nextCursor, ...rest } = answer as { nextCursor?: string | null }
  return nextCursor === undefined ? answer : { ...rest, hasNext: nextCursor !== null }
}

function settled(answer: unknown): unknown {
  const { registration, ...rest } = answer as { registration?: object | null }
  const fields = Object.entries(rest).filter(([name]) => !ownToEachChange.has(name))
  return { ...Object.fromEntries(fields), registration: registration && { ...registration, number: 'of its own' } }
}

function backwards(ask: Ask): Ask {
  const { from, to } = ask.body as { from: string; to: string }
  return { ...ask, body: { from: to, to: from } }
}

/** The kept sums are those of the rows, whoever wrote them. */
export async function compareSums(query: Query): Promise<void> {
  const { rows } = await query(`
    (select 'leads', partner_id, status, count::bigint, amount_cents::bigint from lead_stats where count > 0
      except select 'leads', partner_id, status, count(*), sum(estimated_amount_cents)::bigint from leads group by 2, 3)
    union all
    (select 'commissions', partner_id, status, count::bigint, amount_cents::bigint from commission_stats where count > 0
      except select 'commissions', partner_id, status, count(*), sum(amount_cents)::bigint from commissions group by 2, 3)`)
  if (rows.length > 0) throw new Error(`${rows.length} kept sums are wrong, first: ${JSON.stringify(rows[0])}`)
}
