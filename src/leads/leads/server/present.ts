import { partnerMay } from '#access/domain/abilities.ts'
import type { Actor } from '#access/domain/actor.ts'
import { isEmpty } from '#leads/fields/domain/field-changes.ts'
import type { FieldValues } from '#leads/fields/domain/fields.ts'
import { nameFor, type OfferWords } from '#leads/offers/domain/offers.ts'
import type { ShareInList } from '#leads/shares/domain.ts'
import { staleSince } from '#leads/stages/domain/stages.ts'
import { nameIn } from '#platform/domain/names.ts'
import type { Lead, ListedLead } from '../api/leads.ts'
import { leadAbilities } from '../domain/lead-abilities.ts'
import { isUnanswered } from '../domain/registration-states.ts'
import type { LeadExtras } from './lead-extras.ts'
import { fromLeadRow, lossOf } from './lead-row.ts'
import type { ListedLead as ListedRow, WholeLead } from './queries.ts'

/** Who reads a lead, and when. */
interface Reader {
  readonly actor: Actor
  readonly now: Date
}

/**
 * The only serializer for a whole lead. `extras` hold the leads that others may duplicate and what partners do not see; they are
 * empty for partners, who do not see what other systems call a lead either.
 */
export function presentLead(row: WholeLead, { originals, staffFields }: LeadExtras, { actor, now }: Reader): Lead {
  const fields = { ...row.fields, ...staffFields.get(row.id) }
  return {
    id: row.id,
    partner: partnerOf(row),
    ...fromLeadRow(row),
    ...(isEmpty(fields) ? {} : { fields: unfrozen(fields) }),
    offerThen: offerThen(row.offer_words, actor.kind === 'admin'),
    status: row.status,
    externalId: actor.kind === 'partner' ? null : row.external_id,
    possibleDuplicate: originals.get(row.possible_duplicate_of ?? '') ?? null,
    loss: lossOf(row),
    registration: {
      number: row.registration_number ?? '',
      state: row.registration_state,
      protectedUntil: row.protected_until?.toISOString() ?? null,
      contested: isContested(row, actor.kind === 'partner' && row.possible_duplicate_of !== null),
    },
    client: clientOf(row),
    staleSince: staleIso(row, now),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.settled ? { settled: true } : {}),
    ...(row.erased_at ? { erasedAt: row.erased_at.toISOString() } : {}),
    ...(row.share ? { share: shareOf(row.share) } : {}),
    ...(row.parts ? { shares: [...row.parts] } : {}),
    ...(row.typed_by_person ? { typedBy: row.typed_by_person } : {}),
    can: leadAbilities(
      { ...row, erasedAt: row.erased_at, isRestricted: row.restricted_at !== null },
      {
        mayAct: actor.kind !== 'admin' || actor.rights.includes('leads'),
        isPartner: actor.kind === 'partner',
        mayDecide: partnerMay(actor, 'money'),
      },
    ),
  }
}

/** Whose lead it is; of another partner's, which is shared with the reader, the parts name them. */
function partnerOf({ partner_id: id, partner_name: name, partner_deleted_at: deletedAt, parts }: WholeLead): Lead['partner'] {
  const part = parts?.find((each) => each.id === id)
  return { id, name: part?.name ?? name, deleted: part?.deleted ?? deletedAt !== null }
}

const isContested = ({ registration_state: state }: Pick<WholeLead, 'registration_state'>, isFollowed: boolean) =>
  (isFollowed && isUnanswered(state)) || undefined

const shareOf = ({ percent, isOthers }: ShareInList) => ({ percent, ...(isOthers ? { isOthers } : {}) })

/** The same for a lead in a list, with its partner for staff. The serializer leaves out what is undefined. */
export function presentListed(row: ListedRow, originals: LeadExtras['originals'], now: Date): ListedLead {
  const { partner_id: id, partner_name: name, partner_deleted_at: deletedAt } = row
  return {
    id: row.id,
    name: row.name,
    company: row.company,
    estimatedAmountCents: row.estimated_amount_cents,
    offerType: row.offer_type,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    registration: {
      state: row.registration_state,
      protectedUntil: row.protected_until?.toISOString(),
      contested: isContested(row, row.is_followed === true),
    },
    client: clientOf(row) ?? undefined,
    settled: row.settled || undefined,
    erasedAt: row.erased_at?.toISOString(),
    staleSince: staleIso(row, now),
    share: row.share ? shareOf(row.share) : undefined,
    typedBy: row.typed_by_person ?? undefined,
    partner: id && name ? { id, name, deleted: deletedAt !== null } : undefined,
    possibleDuplicate: originals.get(row.possible_duplicate_of ?? ''),
    fields: listedFields(row),
  }
}

/** Values as answers have them. */
const unfrozen = (values: FieldValues): NonNullable<Lead['fields']> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]))

/** The values that cards and lists show; undefined for none. */
export function listedFields({
  fields,
  staff_fields: hidden,
  settings,
}: Pick<ListedRow, 'fields' | 'staff_fields' | 'settings'>): ListedLead['fields'] {
  const values = Object.entries(unfrozen(hidden ? { ...fields, ...hidden } : fields)).filter(([key]) =>
    settings.fields.includes(key),
  )
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

const staleIso = (row: Pick<ListedRow, 'status' | 'stage_since' | 'settings'>, now: Date) =>
  staleSince(row.stage_since, row.settings.staleAfterDays[row.status] ?? null, now)?.toISOString()

/** What the client of a lead has said, and when. */
export function clientOf({
  client_word: word,
  client_word_at: at,
}: Pick<ListedRow, 'client_word' | 'client_word_at'>): Lead['client'] {
  return word && at && { word, at: at.toISOString() }
}

/** The name that an offer had when a lead took it, if its reader reads another one now. */
function offerThen(words: { readonly then: OfferWords; readonly now: OfferWords } | null, isStaff: boolean): string | undefined {
  if (!words) return
  const then = nameIn(nameFor(words.then, isStaff))
  return then === nameIn(nameFor(words.now, isStaff)) ? undefined : then
}
