import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Lead } from '#api/leads.ts'
import { leadFilter, leadStatus } from '#api/leads.ts'
import { leadStatusLabels, offerLabels, offerLabelsForAdmins } from '#domain/leads.ts'
import { nameOf } from '#domain/partners.ts'
import { refuseUnless } from '#domain/refusal.ts'
import { decodeCursor, pageOf } from '../http/cursor.ts'
import type { CsvColumns } from '../http/csv-export.ts'
import { csvDay, csvEuros, exportPageSize, registerExport } from '../http/csv-export.ts'
import type { Portal } from '../portal.ts'
import { presentLead } from './present.ts'
import { listLeads } from './queries.ts'

/** In the words of the partner's screens, which the import of leads reads again. */
const partnerColumns: CsvColumns<Lead> = [
  ['Nom', (lead) => lead.name],
  ['Société', (lead) => lead.company],
  ['Email', (lead) => lead.email],
  ['Téléphone', (lead) => lead.phone],
  ['Site web', (lead) => lead.website],
  ['Montant', (lead) => csvEuros(lead.estimatedAmountCents)],
  ['Offre', (lead) => offerLabels[lead.offerType]],
  ['Statut', (lead) => leadStatusLabels[lead.status]],
  ['Notes', (lead) => lead.notes],
  ['Créé le', (lead) => csvDay(lead.createdAt)],
]

const staffColumns: CsvColumns<Lead> = [
  ['Partner', (lead) => nameOf(lead.partner)],
  ['Name', (lead) => lead.name],
  ['Company', (lead) => lead.company],
  ['Email', (lead) => lead.email],
  ['Phone', (lead) => lead.phone],
  ['Website', (lead) => lead.website],
  ['Amount', (lead) => csvEuros(lead.estimatedAmountCents)],
  ['Offer', (lead) => offerLabelsForAdmins[lead.offerType]],
  ['Status', (lead) => leadStatusLabels[lead.status]],
  ['Notes', (lead) => lead.notes],
  ['Created', (lead) => csvDay(lead.createdAt)],
]

/** `GET /api/leads.csv`: a partner's own leads, or everybody's for staff. */
export function registerLeadExport(app: FastifyInstance, portal: Portal): void {
  registerExport(app, portal, {
    path: '/leads.csv',
    who: 'unlocked',
    query: z.strictObject({ ...leadFilter, status: z.optional(leadStatus) }),
    fileName: 'leads',
    columns: (actor) => (actor.kind === 'admin' ? staffColumns : partnerColumns),
    page: async ({ tx, actor }, query, cursor) => {
      const ofAll = actor.kind === 'admin'
      refuseUnless(ofAll || !query.duplicates, 'not_allowed')
      const after = cursor ? decodeCursor(cursor) : null
      const rows = await listLeads(tx, { ...query, ofAll, after, limit: exportPageSize })
      return pageOf(rows, exportPageSize, (row) => presentLead(row, new Map()))
    },
  })
}
