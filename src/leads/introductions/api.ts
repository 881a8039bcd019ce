import * as z from 'zod/mini'
import { fieldChanges } from '#leads/fields/api/values.ts'
import { fieldKinds } from '#leads/fields/domain/fields.ts'
import { leadRules, openRules } from '#leads/leads/api/leads.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText, count, idParams, optionalLines, optionalText, text, time } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

/** The token in the address of a link: 22 characters of base64url, 132 bits. Another one is refused as unknown. */
const introductionToken = anyText().check(z.maxLength(64))

/** A partner's link, as the partner sees it. */
const introductionLink = z.object({
  url: z.string(),
  createdAt: time,
  paused: z.boolean(),
  /** By staff: the partner can neither open nor renew it. */
  disabled: z.boolean(),
})
export type IntroductionLink = z.infer<typeof introductionLink>

/** The link of a partner, as staff see it: not its address, by which they could leave details themselves. */
const partnerLink = z.object({
  createdAt: z.nullable(time),
  paused: z.boolean(),
  disabledAt: z.nullable(time),
  disabledBy: z.nullable(z.string()),
  /** Leads that still say that their client left their details. */
  leads: count,
})
export type PartnerLink = z.infer<typeof partnerLink>

/** Whether the form asks for a company and the ways to reach the client, and whether it needs them. */
const asked = z.enum(['hidden', 'optional', 'required'])
const askedContact = z.object({ company: asked, email: asked, phone: asked })
export type AskedContact = z.infer<typeof askedContact>

/** The details that a client leaves by a partner's link. Which it needs, `openIntroduction` says. */
export const introductionForm = z.strictObject({
  token: introductionToken,
  /** Proves that the form was opened before it was sent. */
  formToken: anyText().check(z.maxLength(200)),
  name: leadRules.name,
  company: z._default(openRules.company, ''),
  email: z._default(openRules.email, ''),
  phone: z._default(leadRules.phone, ''),
  message: optionalLines(1000, m.messageTooLong),
  /** The key of the offer that the client is interested in, of those that the link has shown; empty without. */
  offer: optionalText(40),
  /** Values of the fields that the link has shown, by key. */
  fields: z._default(fieldChanges, {}),
  consent: z.literal(true, { error: m.consentMissing }),
  /** A hidden field that only programs fill in. */
  site: z._default(text(0, 500, ''), ''),
})

export const introductionRoutes = {
  getIntroductionLink: route('GET', '/me/introduction-link', {
    summary: 'The link by which clients introduce themselves to the partner; null before it is made',
    who: 'unlockedPartner',
    ability: 'all_leads',
    holdsSecrets: true,
    returns: z.object({ link: z.nullable(introductionLink) }),
  }),
  makeIntroductionLink: route('POST', '/me/introduction-link', {
    summary: 'Make the link, or renew it: the one before stops working',
    who: 'unlockedPartner',
    ability: 'all_leads',
    pace: { max: 20, windowSeconds: 86_400 },
    refusals: ['introduction_link_disabled'],
  }),
  pauseIntroductionLink: route('PUT', '/me/introduction-link/paused', {
    summary: 'Pause the link, or open it again',
    who: 'unlockedPartner',
    ability: 'all_leads',
    body: z.strictObject({ paused: z.boolean() }),
    refusals: ['introduction_link_disabled', 'not_found'],
  }),
  getPartnerLink: route('GET', '/partners/:id/introduction-link', {
    summary: 'Whether a partner has an introduction link, and what came through it',
    who: 'admin',
    params: idParams,
    returns: partnerLink,
  }),
  disablePartnerLink: route('PUT', '/partners/:id/introduction-link/disabled', {
    summary: 'Disable a partner’s introduction link, or allow it again',
    who: 'admin',
    right: 'partners',
    params: idParams,
    body: z.strictObject({ disabled: z.boolean() }),
    returns: partnerLink,
    refusals: ['partner_not_active'],
  }),
  openIntroduction: route('POST', '/introductions/open', {
    summary: 'What a client reads before they leave their details; the same refusal for any link that does not work',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: z.strictObject({ token: introductionToken }),
    returns: z.object({
      partner: z.string(),
      consent: z.string(),
      formToken: z.string(),
      /** What a client can choose among; empty where staff have chosen none for it. */
      offers: z.array(z.object({ key: z.string(), name: z.string(), description: z.string() })),
      contact: askedContact,
      /** What else a client is asked, in its order. */
      fields: z.array(
        z.object({
          key: z.string(),
          kind: z.enum(fieldKinds),
          name: z.string(),
          help: z.string(),
          options: z.array(z.object({ key: z.string(), name: z.string() })),
          required: z.boolean(),
        }),
      ),
    }),
    refusals: ['link_invalid'],
  }),
  leaveDetails: route('POST', '/introductions', {
    summary: 'Leave one’s details with a partner; the answer is the same whether or not they were known',
    description:
      'The lead is registered as any other one, marked as left by the client. One mail asks the client to confirm the address. ' +
      'The same form sent twice is one lead.',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: introductionForm,
    status: 202,
    refusals: ['form_expired', 'form_used', 'link_invalid', 'contact_refused'],
  }),
}

interface LinkState {
  readonly paused: boolean
  readonly disabled: boolean
}

export const introductionEvents = {
  /** By the client, whose record `confirmationId` is. `isMailed`: they are asked to confirm their address. */
  'lead.introduced': event<null, { readonly confirmationId: string; readonly isMailed: boolean }>('lead'),
  /** `renewed`: in place of one that stops working. */
  'introduction_link.made': event<null, { readonly renewed: boolean }>('person'),
  'introduction_link.changed': event<LinkState, LinkState>('person'),
}
