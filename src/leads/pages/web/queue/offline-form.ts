import type { ReadableField } from '#leads/lead-settings/api.ts'
import type { Fields, Offers } from '#leads/lead-settings/web/data.ts'
import { mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { parseLeadField } from '#leads/leads/domain/lead-input.ts'
import { newQueuedLead } from '#leads/leads/domain/queued-leads.ts'
import { currentLanguage } from '#platform/domain/languages.ts'
import { offlineFormPlace } from '#platform/web/app/forms/draft-storage.ts'
import { m } from '../../messages/messages.ts'
import { phoneOrder } from '../form/lead-form-settings.ts'
import { queuePrefix } from './queue-storage.ts'

interface AskedFields {
  readonly fields: Fields
  readonly offers: Offers
  readonly isRequired: (field: ReadableField) => boolean
}

/**
 * Keeps on the device what the page without a network (public/service-worker.js) shows a partner: a form of the fields that a
 * lead needs, and where their waiting leads are. It goes with the session.
 */
export function keepOfflineForm(accountId: string, { fields, offers, isRequired }: AskedFields): void {
  const builtIn = fields.filter((field) => field.isBuiltIn)
  const first = phoneOrder.flatMap((key) => builtIn.filter((field) => field.key === key))
  const others = builtIn.filter((field) => !first.includes(field) && isRequired(field))
  const form = {
    lang: currentLanguage(),
    queue: `${queuePrefix} ${accountId}`,
    blank: newQueuedLead(
      '',
      mapLeadFields((field) => parseLeadField(field, '')),
      0,
      null,
    ),
    fields: [...first, ...others].map((field) => ({
      name: field.key,
      label: field.name,
      kind: field.kind,
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
