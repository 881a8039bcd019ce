import { tierStanding } from '#money/tiers/domain/tiers.ts'
import { readStanding, type StoredStanding } from '#money/tiers/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { AccountLine, RuleAccount, StoredFact } from '../domain/account.ts'
import { edition } from '../domain/stored-lines.ts'
import { type FactNote, type LineToWrite, type MadeLine, readOriginals, type Writing, writeLine } from './line-rows.ts'
import { readOfLead, writeOneLine } from './one-line.ts'

type NewFact = Pick<StoredFact, 'leadId' | 'kind' | 'day' | 'body'>

type Holder = Pick<RuleAccount, 'partnerId' | 'ruleId'>

const factValues = ({ now }: TransactionContext, holder: Holder, fact: NewFact) => ({
  partner_id: holder.partnerId,
  rule_id: holder.ruleId,
  lead_id: fact.leadId,
  kind: fact.kind,
  day: fact.day,
  recorded_at: now,
  body: JSON.stringify({ ...fact.body, edition }),
})

/** Records a fact that brings no line, of a lead whose rule looks at no others. */
export function noteFact(context: TransactionContext, holder: Holder, fact: NewFact): void {
  context.post(context.tx.insertInto('commission_facts').values(factValues(context, holder, fact)))
}

/** Its number, unless no line names it. */
async function writeFact(context: TransactionContext, holder: Holder, fact: NewFact, isNamed: boolean): Promise<number> {
  if (!isNamed) {
    noteFact(context, holder, fact)
    return 0
  }
  const { tx } = context
  const { seq } = await tx
    .insertInto('commission_facts')
    .values(factValues(context, holder, fact))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return Number(seq)
}

/**
 * Records what happened to a lead, and writes the lines that it brings a partner: new ones, and what is taken back. What is
 * pending gets smaller or goes; the pending line of a lead in one line becomes what is expected. The partner is locked where the
 * account holds other leads too.
 */
export async function recordFact(
  context: TransactionContext,
  account: RuleAccount,
  { leadId, kind, day, body: said }: NewFact,
  note: FactNote = {},
): Promise<readonly MadeLine[]> {
  const { tx, now } = context
  const { partnerId } = account
  const own = kind === 'signed' ? null : account.own(leadId)
  // An account over all offers holds leads of other rules than the one that it was asked for.
  const ruleId = own?.terms.ruleId ?? account.ruleId
  const inOneLine = own ? own.lead.inOneLine : said.inOneLine === true
  const told = { leadId, kind, day, body: { ...said, edition } } as const
  const seq = await writeFact(context, { partnerId, ruleId }, told, !(inOneLine && account.ofOneLead))
  const fact: StoredFact = { seq, ruleId, recordedAt: now, ...told }
  const lines = account.take(fact)
  if (lines.length === 0) return []
  const isOfOne = ({ line }: AccountLine) => inOneLine && line.leadId === leadId
  const others = lines.filter((line) => !isOfOne(line))
  const [before, originals, ofLead] = await Promise.all([
    kind === 'signed' && others.length === 0 ? null : readStanding(tx, partnerId),
    readOriginals(context, account, others),
    inOneLine && kind !== 'signed' ? readOfLead(context, account, leadId) : [],
  ])
  const writing: Writing = { context, account, fact, note, originals, ofLead }
  const written = await writeOneLine(writing, lines.filter(isOfOne))
  for (const line of withTakes(others)) written.push(...(await writeLine(writing, line)))
  const made = written.flatMap(({ line }) => line ?? [])
  const after = before && (await standingAfter(context, partnerId, before, lines.every(isOfOne) ? made : null))
  // One of the lines tells of a new tier: the first that counts.
  const first = written.findIndex(({ line }) => line && !line.isPending)
  const all = written.flatMap(({ events }, index) => events({ before: index <= Math.max(first, 0) ? before : after, after }))
  if (all.length > 0) await context.recordEvents(all)
  return made
}

/** Records one fact for several partners' accounts. */
export async function recordForEach(
  context: TransactionContext,
  accounts: readonly RuleAccount[],
  fact: NewFact,
  note: FactNote = {},
): Promise<readonly (MadeLine & { readonly partnerId: string })[]> {
  const made: (MadeLine & { readonly partnerId: string })[] = []
  for (const account of accounts) {
    const { partnerId } = account
    made.push(...(await recordFact(context, account, fact, note)).map((line) => ({ ...line, partnerId })))
  }
  return made
}

/** The partner's standing with what was made: worked out where that only adds to it, else read. */
function standingAfter({ tx }: TransactionContext, partnerId: string, before: StoredStanding, made: readonly MadeLine[] | null) {
  if (!made || made.some(({ kind }) => kind === 'clawback')) return readStanding(tx, partnerId)
  const counted = made.filter(({ isPending: waits }) => !waits)
  const totalRevenueCents = counted.reduce((sum, { revenueCents }) => sum + revenueCents, before.totalRevenueCents)
  return { ...before, ...tierStanding(before.tiers, totalRevenueCents), totalRevenueCents }
}

/** A line is written once, with what its fact leaves of it. */
function withTakes(lines: readonly AccountLine[]): readonly LineToWrite[] {
  const made = new Set(lines.map(({ line }) => line.id))
  return lines
    .filter(({ line: { reverses } }) => reverses === null || !made.has(reverses))
    .map((each) => ({ ...each, takes: lines.flatMap(({ line }) => (line.reverses === each.line.id ? line : [])) }))
}
