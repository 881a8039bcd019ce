// Nothing is timed before all targets have answered the same.
import { isDeepStrictEqual } from 'node:util'
import type { WorkName } from './options.ts'
import type { BenchPeople, Query } from './people.ts'
import { forgetAsked, type PutBack } from './put-back.ts'
import type { Answer, Target } from './targets/target.ts'
import { type Ask, works } from './works.ts'

const turns = 12

/** Asks all targets the same. Throws if ids, their order, amounts or sums differ, or if a signature is not put back whole. */
export async function compareAnswers(
  people: BenchPeople,
  work: WorkName,
  targets: readonly Target[],
  putBack: PutBack,
): Promise<void> {
  const [asker] = works[work].prepare(people, 1)
  if (!asker) throw new Error(`${work} asks nothing`)
  const before = await overviewsOf(people, targets)
  for (let turn = 0; turn < turns; turn += 1) {
    const ask = asker.next()
    const answers: unknown[] = []
    for (const target of targets) {
      answers.push(comparable(work, await answerOf(target, ask)))
      if (ask.work === 'W4') await answerOf(target, { ...ask, move: { ...ask.move, from: ask.move.to, to: ask.move.from } })
    }
    targets.forEach(({ title }, index) => {
      requireSame(answers[index], answers[0], `${title} answers ${work} in another way than ${targets[0]?.title}`)
    })
  }
  if (work === 'W5') return
  if (work === 'W6') for (const target of targets) await putBack(target, people)
  forgetAsked(people)
  const after = await overviewsOf(people, targets)
  targets.forEach(({ title }, index) => {
    requireSame(after[index], before[index], `${title} has other sums after ${work} than before`)
  })
}

async function overviewsOf({ admin }: BenchPeople, targets: readonly Target[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const target of targets) answers.push(await answerOf(target, { work: 'W2', person: admin }))
  return answers
}

function requireSame(one: unknown, other: unknown, difference: string): void {
  if (!isDeepStrictEqual(one, other)) throw new Error(`${difference}:\n${shown(one)}\n${shown(other)}`)
}

/** A list shows its ids, which are enough to find what differs. */
const shown = (answer: unknown) => JSON.stringify(Array.isArray(answer) ? answer.map(({ id }) => id) : answer)

async function answerOf(target: Target, ask: Ask): Promise<Answer> {
  const { url, title } = target
  const { path, ...init } = target.httpRequest(ask)
  const response = await fetch(`${url}${path}`, init)
  const text = await response.text()
  if (!response.ok || target.isRefusal(text))
    throw new Error(`${title} refused ${ask.work}, ${init.method} ${path}: ${response.status} ${text}`)
  return target.read(ask, text)
}

/** A new lead has an id and a time of its own. */
function comparable(work: WorkName, answer: Answer): unknown {
  if (work !== 'W5' || !('lead' in answer)) return answer
  const { id: _, createdAt: __, ...lead } = answer.lead
  return lead
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
