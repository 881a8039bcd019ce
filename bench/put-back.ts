// What a round or a comparison has signed is open again before the next one, outside of the time that is measured.
import { wonStage } from '../src/leads/stages/domain/stages.ts'
import type { BenchPeople, Query } from './people.ts'
import type { Target } from './targets/target.ts'
import type { Ask } from './works.ts'

/** Opens the leads again that were asked for since they were read. Some of them may not have been signed. */
export type PutBack = (target: Target, people: BenchPeople) => Promise<void>

/** What is put back by each target may be asked for again. */
export const forgetAsked = (people: BenchPeople) => {
  for (const lead of people.signable) lead.asked = false
}

const askedOf = ({ signable }: BenchPeople) => signable.filter(({ asked }) => asked)

const atOnce = 8

/** Staff move a lead out of Signé, whose commission goes: the portal keeps its sums by its own rules. */
export const putBackInPortal: PutBack = async (target, people) => {
  const { admin } = people
  const left = askedOf(people)
  const moveNext = async () => {
    for (let lead = left.pop(); lead; lead = left.pop()) {
      const ask: Ask = { work: 'W6', person: admin, move: { lead: lead.id, from: wonStage, to: lead.status } }
      const { path, ...init } = target.httpRequest(ask)
      const response = await fetch(`${target.url}${path}`, init)
      const text = await response.text()
      // The round ended before its request arrived.
      if (!response.ok && (JSON.parse(text) as { code?: string }).code !== 'lead_moved_meanwhile')
        throw new Error(`${target.title} does not put ${lead.id} back: ${response.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, moveNext))
}

/** Nothing is kept beside the rows of the thin schema. */
export const putBackInThin =
  (thin: Query): PutBack =>
  async (_target, people) => {
    const leads = askedOf(people)
    const ids = leads.map(({ id }) => id)
    await thin('delete from commissions where lead_id = any($1)', [ids])
    const back = `update leads l set status = b.status::lead_status from unnest($1::uuid[], $2::text[]) b(id, status)
      where l.id = b.id and l.status = '${wonStage}'`
    await thin(back, [ids, leads.map(({ status }) => status)])
  }
