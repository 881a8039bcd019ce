import { system } from '#access/domain/actor.ts'
import { partnerOf } from '#access/server/acting.ts'
import { isFromBeginning } from '#leads/fields/domain/fields.ts'
import { missingErrors, refuseErrors, unreachableErrors } from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import { presentReadable, presentReadableField } from '#leads/lead-settings/server/present.ts'
import { waysToReach } from '#leads/leads/domain/lead-fields.ts'
import { clientOffers } from '#leads/offers/server/queries.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { addressBlock } from '#platform/server/http/limits/address-block.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { type AskedContact, introductionRoutes } from '../api.ts'
import { introductionConsent } from '../domain.ts'
import { leaveDetails } from './client-details-commands.ts'
import { formToken, openFormToken } from './form-token.ts'
import { disableLink, makeLink, pauseLink } from './link-commands.ts'
import { introductionData } from './personal-data.ts'
import { findOpenLink, presentOwnLink, readPartnerLink } from './queries.ts'

const contactFields = ['company', 'email', 'phone'] as const

/** What clients are asked of how to reach them: as partners are, and no less than one way. */
function askedContact(rows: readonly FieldRow[]): AskedContact {
  const isOpen = (key: string) => rows.some((row) => row.key === key && row.archived_at === null)
  const isOnlyWay = (key: string) => waysToReach.filter(isOpen).join() === key
  const needOf = (key: string): AskedContact['company'] => {
    const row = rows.find((each) => each.key === key)
    if (!row || !isOpen(key)) return 'hidden'
    const isNeeded = isFromBeginning({ required: row.required, requiredFrom: row.required_from })
    return isNeeded || isOnlyWay(key) ? 'required' : 'optional'
  }
  return { company: needOf('company'), email: needOf('email'), phone: needOf('phone') }
}

/** Refuses `invalid_input` with what the form needs of how to reach the client and does not hold. */
function checkContact(rows: readonly FieldRow[], contact: Readonly<Record<(typeof contactFields)[number], string>>): void {
  const asked = askedContact(rows)
  const isMissing = ({ key }: FieldRow) =>
    contactFields.some((field) => field === key && asked[field] === 'required' && contact[field] === '')
  refuseErrors(missingErrors(rows.filter(isMissing)))
  refuseErrors(unreachableErrors(rows, contact))
}

const hour = 3600

/** Clients at one trade fair share an IP address, so opening may happen often; sending is limited more. */
const openLimits = (address: string) => [{ key: `introduction opened from ${address}`, max: 150, windowSeconds: 900 }]
const sendLimits = (address: string, linkId: string) => [
  { key: `introduction sent from ${address}`, max: 30, windowSeconds: hour },
  { key: `introduction link ${linkId}`, max: 100, windowSeconds: hour },
]

/** The form behind a link, with the consent in the reader’s language. Refuses `link_invalid` for any link that does not work. */
async function openLink({ portal, request }: OwnCall, token: string) {
  await countAttempt(portal, openLimits(addressBlock(request.ip)))
  const [link, { providerName }, offers, fields] = await portal.database.asActor(system, (tx) =>
    Promise.all([findOpenLink(tx, token), currentSettings(tx), clientOffers(tx), readFields(tx)]),
  )
  if (!link) throw deadLink()
  return { link, offers, fields, consent: introductionConsent({ provider: providerName, partner: link.partner }) }
}

/** What a client is asked beside the fields that every form has. */
const askedFields = (rows: readonly FieldRow[]) =>
  rows
    .filter((row) => row.on_introductions && row.archived_at === null)
    .map((row) => presentReadableField(row, false))
    .map(({ key, kind, name, help, options, required, requiredFrom }) => ({
      key,
      kind,
      name,
      help,
      options,
      required: required && requiredFrom === null,
    }))

const introductionHandlers: Handlers<typeof introductionRoutes> = {
  getIntroductionLink: async (call) => ({
    link: await presentOwnLink(call.tx, call.portal.config, partnerOf(call).id),
  }),
  makeIntroductionLink: (call) => makeLink(call, call.portal.config),
  pauseIntroductionLink: (call) => pauseLink(call, call.body.paused),
  getPartnerLink: (call) => readPartnerLink(call.tx, call.params.id),
  disablePartnerLink: async (call) => {
    await disableLink(call, call.params.id, call.body.disabled)
    return readPartnerLink(call.tx, call.params.id)
  },
  openIntroduction: async (call) => {
    const { portal, body } = call
    const { link, consent, offers, fields } = await openLink(call, body.token)
    const token = formToken(portal.config, { linkId: link.linkId, consent }, portal.clock.now())
    const choice = offers
      .map((row) => presentReadable(row, false))
      .map(({ key, name, description }) => ({ key, name, description }))
    const contact = askedContact(fields)
    return { partner: link.partner, consent, formToken: token, offers: choice, contact, fields: askedFields(fields) }
  },
  leaveDetails: async (call) => {
    const { portal, request, body } = call
    const { link, consent, fields: definitions } = await openLink(call, body.token)
    checkContact(definitions, body)
    const form = { linkId: link.linkId, consent }
    const leadId = openFormToken(portal.config, body.formToken, form, portal.clock.now())
    // A program filled in the hidden field: it gets the usual answer, and nothing is stored.
    if (body.site !== '') return
    await countAttempt(portal, sendLimits(addressBlock(request.ip), link.linkId))
    const { name, company, email, phone, message, offer, fields } = body
    const details = { leadId, consent, name, company, email, phone, message, offer, fields }
    await withTransaction(portal, system, (context) => leaveDetails(context, portal.config, link, details), {
      requestId: request.id,
    })
  },
}

export const introductionSlice = slice({
  routes: introductionRoutes,
  handlers: introductionHandlers,
  personalData: introductionData,
})
