import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { externalId, externalIdForm, externalIdParams, id, idParams } from '#platform/api/shapes.ts'
import { lead, leadChanges, leadStatus, signingRefusals } from './leads.ts'

/**
 * A lead as another system has it. Fields that are left out keep their value; a new lead needs the required ones and its partner,
 * by id or external id.
 */
const upsertedLead = z.extend(leadChanges, {
  partnerId: z.optional(id),
  partnerExternalId: z.optional(externalId),
  status: z.optional(leadStatus),
})

export const leadExternalIdRoutes = {
  getLeadByExternalId: route('GET', '/leads/by-external-id/:externalId', {
    summary: 'The lead with this external id',
    who: 'admin',
    scope: 'leads:read',
    params: externalIdParams,
    returns: lead,
  }),
  upsertLead: route('PUT', '/leads/by-external-id/:externalId', {
    summary: 'Add the lead with this external id, or change the one there is; the rules of adding, changing and moving hold',
    description:
      'Fields that are left out keep their value. A new lead needs its partner, `name` and what `GET /lead-settings` asks for: ' +
      '`company`, `email`, `estimatedAmountCents` and `offerType` in a portal that has not changed them. A lead stays with its ' +
      'partner: another one is refused with `lead_of_other_partner`.',
    who: 'admin',
    right: 'leads',
    scope: 'leads:write',
    params: externalIdParams,
    body: upsertedLead,
    returns: z.object({ created: z.boolean(), lead }),
    refusals: [
      'lead_restricted',
      'partner_required',
      'changed_meanwhile',
      'contact_refused',
      'client_erased',
      'not_found',
      'lead_of_other_partner',
      'external_id_taken',
      'partner_not_active',
      'lead_has_settled_commission',
      'commission_disputed',
      ...signingRefusals,
    ],
  }),
  setLeadExternalId: route('PUT', '/leads/:id/external-id', {
    summary: 'Say what another system calls a lead; null: nothing any more',
    who: 'admin',
    right: 'leads',
    scope: 'leads:write',
    params: idParams,
    body: externalIdForm,
    returns: lead,
    refusals: ['lead_restricted', 'external_id_taken'],
  }),
}
