import type { Fields, Offers } from '#leads/lead-settings/web/data.ts'
import { type LeadField, leadFieldNames, leadFields, mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { parseLeadField } from '#leads/leads/domain/lead-input.ts'
import { newQueuedLead } from '#leads/leads/domain/queued-leads.ts'
import { builtInLabel } from '#leads/leads/web/lead-field-labels.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import { offlineFormPlace } from '#platform/web/app/forms/draft-storage.ts'
import { m } from '../../messages/messages.ts'
import { phoneOrder } from '../form/lead-form-settings.ts'
import { queuePrefix } from './queue-storage.ts'

interface AskedFields {
  readonly fields: Fields
  readonly offers: Offers
  readonly isAsked: (field: LeadField) => boolean
  readonly isRequired: (field: LeadField) => boolean
}

/**
 * Keeps on the device what the page without a network (public/service-worker.js) shows a partner: a form of the fields that a
 * lead needs, and where their waiting leads are. It goes with the session.
 */
export function keepOfflineForm(accountId: string, { fields, offers, isAsked, isRequired }: AskedFields): void {
  const isShown = (field: LeadField) => isAsked(field) && (isRequired(field) || phoneOrder.some((each) => each === field))
  const ordered = [...phoneOrder, ...leadFieldNames.filter((field) => !phoneOrder.some((each) => each === field))]
  const form = {
    lang: currentLanguage(),
    queue: `${queuePrefix} ${accountId}`,
    blank: newQueuedLead(
      '',
      mapLeadFields((field) => parseLeadField(field, '')),
      0,
      null,
    ),
    fields: ordered.filter(isShown).map((field) => ({
      name: field,
      label: builtInLabel(fields, field),
      kind: leadFields[field].kind,
      required: isRequired(field),
    })),
    offers: [...offers.values()].filter(({ isOpen }) => isOpen).map(({ key, name }) => [key, name]),
    texts: {
      title: m.addALead(),
      add: m.add(),
      waiting: m.waitingLeads(),
      waits: m.keptUntilAnswer(),
      failed: m.leadNotAdded(),
    },
  }
  try {
    localStorage.setItem(offlineFormPlace, JSON.stringify(form))
  } catch {
    // Where the browser forbids storage there are no waiting leads either.
  }
}
