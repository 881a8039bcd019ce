import type { LeadField } from '#leads/leads/domain/lead-fields.ts'
import { unknownOutcomeText } from '#platform/web/app/requests/api-error.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'

/** Two `half` fields share a row; `last` ones stand below the note about duplicates. */
type FieldLayout = 'half' | 'full' | 'last' | 'absent'

/** What distinguishes the forms of partners and administrators. */
export interface LeadFormSettings {
  /** Whether the form asks whose lead it is. */
  readonly asksPartner: boolean
  readonly places: Readonly<Record<LeadField, FieldLayout>>
  /** Whether the choice of an offer proposes its usual amount. */
  readonly proposesAmount: boolean
  readonly title: string
  readonly submit: string
  readonly invalidTitle: string
  /** Title and message if a required field is empty; null reports it by the field's own rule. */
  readonly missing: readonly [title: string, message: string] | null
  readonly success: readonly [title: string, message: string]
  readonly onFailure: (error: unknown) => void
}

const partnerAdd: LeadFormSettings = {
  asksPartner: false,
  places: {
    name: 'half',
    company: 'half',
    email: 'half',
    phone: 'half',
    website: 'half',
    estimatedAmountCents: 'half',
    offerType: 'full',
    notes: 'last',
  },
  proposesAmount: true,
  title: m.addALead(),
  submit: m.add(),
  invalidTitle: m.specifiedValidationError(),
  missing: null,
  success: [m.leadAdded(), m.leadAddedText()],
  onFailure: (error) => toastFailure(m.error(), error, unknownOutcomeText(error) ?? m.leadNotAdded),
}

const partnerEdit: LeadFormSettings = {
  ...partnerAdd,
  proposesAmount: false,
  title: m.editLead(),
  submit: m.save(),
  success: [m.leadEdited(), m.changesSaved()],
  onFailure: (error) => toastFailure(m.error(), error, unknownOutcomeText(error) ?? m.leadNotChanged()),
}

const adminAdd: LeadFormSettings = {
  asksPartner: true,
  places: {
    name: 'half',
    company: 'half',
    email: 'half',
    phone: 'half',
    website: 'absent',
    estimatedAmountCents: 'half',
    offerType: 'half',
    notes: 'last',
  },
  proposesAmount: false,
  title: m.addLead(),
  submit: m.addLead(),
  invalidTitle: m.error(),
  missing: [m.specifiedMissingFields(), m.requiredFields()],
  success: [m.leadCreated(), m.leadCreatedText()],
  onFailure: (error) => toastFailure(m.error(), error),
}

/**
 * The order of a new lead's fields on a phone: the company and a way to reach somebody first, then the rest that is required.
 * Those that are folded open with a button.
 */
export const phoneOrder = ['company', 'email', 'phone', 'name', 'offerType', 'estimatedAmountCents'] as const
export const phoneFolded = ['website', 'notes'] as const

/** Administrators edit leads on the board, in the partner's form. */
export const leadFormSettings = { partnerAdd, partnerEdit, adminAdd }
