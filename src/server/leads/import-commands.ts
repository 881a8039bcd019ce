import type { JudgedRow, LeadImport } from '#contract/lead-import.ts'
import { pendingCommission, recordCommission } from '../commissions/commands.ts'
import { standingOf } from '../tiers/queries.ts'
import type { Work } from '../work.ts'
import { personOf } from '../work.ts'
import { columns } from './commands.ts'
import { holdAllContacts } from './duplicates.ts'
import type { Candidate } from './import-judge.ts'
import { judgeRows } from './import-judge.ts'

type Commission = ReturnType<typeof pendingCommission>

/**
 * Imports every row without errors, as if it had been added and then moved to its column: with the same events, and with
 * the pending commission of a signed one. Known rows are imported only with `includeKnown`, as possible duplicates.
 */
export async function importLeads(work: Work, given: LeadImport): Promise<JudgedRow[]> {
  await holdAllContacts(work.tx)
  const judgements = await judgeRows(work, given)
  const leads = judgements.flatMap(({ candidate }) => candidate ?? [])
  if (leads.length > 0) {
    const commissions = await commissionsOf(work, leads)
    await insert(work, leads, commissions)
    const byLead = new Map(commissions.map((each) => [each.lead_id, each]))
    for (const lead of leads) await recordLead(work, lead, byLead.get(lead.id))
    await recordImport(work, leads.length)
  }
  return judgements.map(({ row, candidate }) => (candidate ? { ...row, outcome: 'imported' } : row))
}

/** One commission for each signed lead, at the rate that its partner's tier has at this moment. */
async function commissionsOf({ tx, now }: Work, leads: readonly Candidate[]): Promise<Commission[]> {
  const signed = leads.filter(({ status }) => status === 'signe')
  const commissions: Commission[] = []
  for (const partnerId of new Set(signed.map((lead) => lead.partnerId))) {
    const { current } = await standingOf(tx, partnerId)
    for (const { id, fields } of signed.filter((lead) => lead.partnerId === partnerId)) {
      const lead = { id, partner_id: partnerId, estimated_amount_cents: fields.estimatedAmountCents }
      commissions.push(pendingCommission(lead, current, now))
    }
  }
  return commissions
}

/**
 * Writes all rows at once, so that the kept sums are locked once and in one order, whatever the order of the file. With
 * commissions both go into one statement: the commission needs its lead, yet its sums are locked before the lead's, as in
 * every command. PostgreSQL runs the triggers of the main query before those of a query that nothing reads from.
 */
async function insert({ tx, now }: Work, leads: readonly Candidate[], commissions: Commission[]): Promise<void> {
  const rows = leads.map(({ id, partnerId, fields, status, knownId }) => ({
    id,
    partner_id: partnerId,
    ...columns(fields),
    status,
    possible_duplicate_of: knownId,
    created_at: now,
    updated_at: now,
  }))
  if (commissions.length === 0) {
    await tx.insertInto('leads').values(rows).execute()
    return
  }
  await tx
    .with('added', (also) => also.insertInto('leads').values(rows))
    .insertInto('commissions')
    .values(commissions)
    .execute()
}

async function recordLead(work: Work, lead: Candidate, commission: Commission | undefined): Promise<void> {
  const { id, fields, status } = lead
  const audience = { kind: 'partner', userId: lead.partnerId } as const
  await work.record({ name: 'lead.created', subjectId: id, audience, after: { ...fields, status: 'nouveau' } })
  if (status === 'nouveau') return
  await work.record({ name: 'lead.moved', subjectId: id, audience, before: { status: 'nouveau' }, after: { status } })
  if (!commission) return
  await recordCommission(work, commission)
  await work.record({ name: 'lead.signed', subjectId: id, audience, after: { name: fields.name, company: fields.company } })
}

async function recordImport(work: Work, count: number): Promise<void> {
  const { userId } = personOf(work)
  const audience = work.actor.kind === 'admin' ? ({ kind: 'staff' } as const) : ({ kind: 'partner', userId } as const)
  await work.record({ name: 'leads.imported', subjectId: null, audience, after: { count } })
}
