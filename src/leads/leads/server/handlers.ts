import { personOf } from '#access/server/acting.ts'
import { customFields, sideOf } from '#leads/fields/server/field-guards.ts'
import { readFields } from '#leads/fields/server/queries.ts'
import { checkChangedContact, checkContact, knowTraders, traderKeys } from '#leads/refused-contacts/server/guards.ts'
import { isOpenStage } from '#leads/stages/domain/stages.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import { presentPaymentDay } from '#money/coming/server/present.ts'
import { ownOutlook } from '#money/coming/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { defaultPageSize, newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { newId } from '#platform/server/ids.ts'
import { allColumns } from '../api/lead-lists.ts'
import { type Lead, type LeadAfter, type LeadDetail, leadRoutes } from '../api/leads.ts'
import { isKnownByPhone } from '../domain/whole-phone.ts'
import { m } from '../messages/messages.ts'
import { threadAuthors } from './authors.ts'
import { listLeadsByStage } from './board-queries.ts'
import * as commands from './commands.ts'
import { commentOnLead } from './comment-commands.ts'
import { findComment, listComments, presentComment } from './comments.ts'
import { findDuplicate, knowsDomain, readOriginals } from './duplicate-queries.ts'
import { leadsCsv } from './export.ts'
import { presentLeadFile } from './file-present.ts'
import type { NamedLeadFilter } from './filter-queries.ts'
import { originalsOf, withExtras } from './lead-extras.ts'
import { filterOf, readFilter } from './lead-filter.ts'
import { listChangedLeads, listSeenLeads, listSeenWholeLeads, listSharedLeads, withShared } from './page-queries.ts'
import { leadData } from './personal-data.ts'
import { presentLead, presentListed } from './present.ts'
import { erasureDue, findCommission, findLead, type SeenLead } from './queries.ts'
import { isShown } from './restricted-guards.ts'
import { leadStatsByStatus } from './stats-queries.ts'
import { leadHistory, presentEntry } from './timeline.ts'

async function seenLead(call: Call, id: string): Promise<SeenLead> {
  const row = await findLead(call.tx, id)
  if (!row || !isShown(row, call)) throw new Refusal('not_found', m.noSuchLead())
  return row
}

/** The lead as the caller sees it after a change. */
export async function leadNow(call: Call, id: string): Promise<Lead> {
  return (await leadWithFilesNow(call, id)).lead
}

async function leadWithFilesNow(call: Call, id: string) {
  const { rows, extras } = await withExtras(
    call,
    seenLead(call, id).then((lead) => [lead]),
  )
  const [row] = rows
  if (!row) throw new Refusal('not_found', m.noSuchLead())
  const files = row.files?.map((file) => presentLeadFile(file, call.actor, row))
  return { lead: presentLead(row, extras, call), files, isRestricted: row.restricted_at !== null }
}

/** The lead as the caller sees it, with its commission. */
async function leadDetailNow(call: Call, id: string): Promise<LeadDetail> {
  const [{ lead, files, isRestricted }, row] = await Promise.all([leadWithFilesNow(call, id), findCommission(call.tx, id)])
  // Only what is validated has a day, which its partner reads with what stands in its way.
  const outlook = row?.status === 'valide' ? await ownOutlook(call) : null
  const commission = row && {
    revenueCents: row.revenue_cents,
    commissionRate: Number(row.commission_rate),
    tierName: nameIn({ name: row.tier_name, names: row.tier_names }),
    amountCents: row.amount_cents,
    ...(row.is_by_rule ? { isByRule: true } : {}),
    status: row.status,
    awaitsClient: row.awaits_client,
    isHeld: row.is_held,
    ...presentPaymentDay(row, outlook),
    paidAt: row.paid_at?.toISOString() ?? null,
  }
  const erasesAt = isRestricted ? await erasureDue(call.tx, id) : null
  return {
    ...lead,
    commission: commission ?? null,
    ...(files ? { files } : {}),
    ...(erasesAt ? { erasesAt: erasesAt.toISOString() } : {}),
  }
}

/** Count and sum of each column, as far as the caller sees leads and the filter matches. */
const sumsOf = async (call: Call, filter: Omit<NamedLeadFilter, 'status'>) =>
  leadStatsByStatus(call.tx, await readFilter(call, filter))

async function leadAfter(call: Call, id: string): Promise<LeadAfter> {
  const [lead, byStatus] = await Promise.all([leadNow(call, id), leadStatsByStatus(call.tx, filterOf(call, {}))])
  return { ...lead, byStatus }
}

export const leadHandlers: Handlers<typeof leadRoutes> = {
  listLeads: async (call) => {
    const { tx, now, query } = call
    const { fields, ...filter } = query
    const page = pageBounds(query)
    const scope = await readFilter(call, filter)
    if (fields === 'all') {
      const { rows, extras } = await withExtras(call, listSeenWholeLeads(tx, { ...scope, ...page }))
      return newestPage(rows, page.limit, (row) => presentLead(row, extras, call))
    }
    const rows = await listSeenLeads(tx, { ...scope, ...page })
    const originals = await originalsOf(call, rows)
    return newestPage(rows, page.limit, (row) => presentListed(row, originals, now))
  },
  leadSummary: async (call) => ({ byStatus: await sumsOf(call, call.query) }),
  leadBoard: async (call) => {
    const { columns = '', limit = defaultPageSize, ...filter } = call.query
    const scope = await readFilter(call, filter)
    const named = columns.split(',')
    const isNamed = (key: string) =>
      named.includes(allColumns) || named.includes(key) || (named.includes('open') && isOpenStage(key))
    const byStatus = await leadStatsByStatus(call.tx, scope)
    const stages = byStatus.map(({ status }) => status).filter(isNamed)
    const [own, shared] = await Promise.all([
      listLeadsByStage(call.tx, stages, { ...scope, limit }),
      listSharedLeads(call.tx, { ...scope, after: null }),
    ])
    const inStage = (stage: string) => shared.filter(({ status }) => status === stage)
    const leads = new Map(stages.map((stage) => [stage, withShared(own.get(stage) ?? [], inStage(stage), limit)]))
    const originals = await originalsOf(call, [...leads.values()].flat())
    return {
      byStatus,
      pages: stages.map((status) => ({
        status,
        ...newestPage(leads.get(status) ?? [], limit, (row) => presentListed(row, originals, call.now)),
      })),
    }
  },
  changedLeads: async (call) => {
    const { ids, ...filter } = call.query
    const scope = await readFilter(call, filter)
    const [rows, byStatus] = await Promise.all([
      listChangedLeads(call.tx, scope, ids.split(',')),
      leadStatsByStatus(call.tx, scope),
    ])
    const originals = await originalsOf(call, rows)
    return { leads: rows.map((row) => presentListed(row, originals, call.now)), byStatus }
  },
  getLead: async (call) => leadDetailNow(call, call.params.id),
  findDuplicate: async ({ tx, portal: { config }, query: { email, company, phone, exceptId } }) => {
    const traders = await traderKeys(tx, company)
    const byPhone = isKnownByPhone({ email, company })
    const [, duplicateOf, byCompany, byNumber, similar] = await Promise.all([
      knowTraders(tx, config, traders),
      findDuplicate(tx, { email, company, phone, byPhone, exceptId }),
      findDuplicate(tx, { email: '', company, phone: '', byPhone, exceptId }),
      phone === '' ? null : findDuplicate(tx, { email: '', company: '', phone, byPhone, exceptId }),
      knowsDomain(tx, config, { email, exceptId }),
    ])
    if (!duplicateOf) return similar ? { exists: false, state: 'check', field: 'email' } : { exists: false, state: 'free' }
    // A partner sees no lead of others.
    const lead = (await readOriginals(tx, [duplicateOf])).get(duplicateOf)
    const field = duplicateOf === byCompany ? 'company' : duplicateOf === byNumber ? 'phone' : 'email'
    return { exists: true, state: 'followed', field, ...(lead ? { lead } : {}) }
  },
  addLead: async (call) => {
    const id = newId()
    const [status, definitions] = await Promise.all([firstStage(call.tx), readFields(call.tx), checkContact(call, call.body)])
    const adding = commands.addLead(call, call.body, { id, status, definitions })
    // What is read next travels with a lead that is sent at once.
    if (call.actor.kind === 'admin' || call.body.offerType === '') await adding
    const [lead] = await Promise.all([leadAfter(call, id), adding])
    return lead
  },
  editLead: async (call) => {
    const { expected, ...changes } = call.body
    await checkChangedContact(call, call.params.id, changes)
    await commands.editLead(call, call.params.id, changes, expected)
    return leadAfter(call, call.params.id)
  },
  moveLead: async (call) => {
    const { id } = call.params
    await commands.checkPassage(call, id, call.body)
    const moving = commands.moveOpenLead(call, id, call.body)
    if (!moving) await commands.moveLead(call, id, call.body)
    const [lead, byStatus] = await Promise.all([leadDetailNow(call, id), leadStatsByStatus(call.tx, filterOf(call, {})), moving])
    return { ...lead, byStatus }
  },
  explainLoss: async (call) => {
    await commands.explainLoss(call, call.params.id, call.body)
    return leadAfter(call, call.params.id)
  },
  notADuplicate: async (call) => {
    await commands.clearDuplicate(call, call.params.id)
    return leadAfter(call, call.params.id)
  },
  leadTimeline: async (call) => {
    const lead = await seenLead(call, call.params.id)
    const page = pageBounds(call.query)
    const authorOf = await threadAuthors(call.tx, lead)
    const ofAll = call.actor.kind === 'admin'
    const [records, definitions] = await Promise.all([leadHistory(call.tx, lead.id, { ...page, ofAll }), readFields(call.tx)])
    const fields = customFields(definitions, sideOf(call.actor)).map(({ key }) => key)
    return newestPage(records, page.limit, (row) => presentEntry(row, { authorOf, fields }))
  },
  leadComments: async (call) => {
    const lead = await seenLead(call, call.params.id)
    const page = pageBounds(call.query)
    const authorOf = await threadAuthors(call.tx, lead)
    const reader = personOf(call).userId
    return newestPage(await listComments(call.tx, lead.id, page), page.limit, (row) => presentComment(row, authorOf, reader))
  },
  commentOnLead: async (call) => {
    const { id } = await commentOnLead(call, call.params.id, call.body.body)
    const authorOf = await threadAuthors(call.tx, await seenLead(call, call.params.id))
    return presentComment(await findComment(call.tx, id), authorOf, personOf(call).userId)
  },
  deleteLead: (call) => commands.deleteLead(call, call.params.id),
  leadsCsv,
}

export const leadSlice = slice({
  routes: leadRoutes,
  handlers: leadHandlers,
  constraints: {
    leads_offer_type: ['invalid_input', m.offerNotKnown, 'offerType'],
    leads_status: ['invalid_input', m.stageNotKnown, 'to'],
    leads_stage_open: ['invalid_input', m.stageNotOpen, 'to'],
    leads_stage_passes: ['stage_closed', m.thisStageClosed],
    leads_stage_asks: ['stage_asks', m.thisStageAsksAmount, 'estimatedAmountCents'],
    leads_signed_amount: ['stage_asks', m.signatureAsksAmount, 'estimatedAmountCents'],
    leads_required: ['invalid_input', m.fieldRequired, 'fields'],
    leads_client_reached: ['invalid_input', m.clientNotReached, 'email'],
    leads_stage_asks_file: ['stage_asks', m.thisStageAsksFile, 'uploadId'],
    leads_offer_open: ['invalid_input', m.offerNotOpen, 'offerType'],
    leads_fields_known: ['invalid_input', m.fieldNotFilled, 'fields'],
    leads_fields_edited: ['invalid_input', m.fieldNotFilled, 'fields'],
    leads_fields_fit: ['invalid_input', m.fieldNotFilled, 'fields'],
  },
  personalData: leadData,
})
