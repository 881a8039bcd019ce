import type { FieldKind } from '#leads/fields/domain/fields.ts'
import { isBuiltIn, type LeadField } from '#leads/leads/domain/lead-fields.ts'
import { unknownOutcomeText } from '#platform/web/app/requests/api-error.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'

/** Two `half` fields share a row; `last` ones stand below the note about duplicates. */
type FieldLayout = 'half' | 'full' | 'last' | 'absent'

/** The kinds that share no row. */
const wideKinds: readonly FieldKind[] = ['long_text', 'choices']

/** Where a form has a field. */
export const placeOf = (
  { key, kind }: { readonly key: string; readonly kind: FieldKind },
  { places }: Pick<LeadFormSettings, 'places'>,
): FieldLayout => (isBuiltIn(key) ? places[key] : undefined) ?? (wideKinds.includes(kind) ? 'full' : 'half')

/** What distinguishes the forms of partners and administrators. */
export interface LeadFormSettings {
  /** Whether the form asks whose lead it is. */
  readonly asksPartner: boolean
  /** Where fields stand that their kind does not place. */
  readonly places: Readonly<Partial<Record<LeadField, FieldLayout>>>
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
  places: { offerType: 'full', notes: 'last' },
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
  places: { website: 'absent', notes: 'last' },
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
