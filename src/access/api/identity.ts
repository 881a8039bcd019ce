import * as z from 'zod/mini'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { emailAddress, forChange, id, idParams, optionalLines, optionalText, text, webAddress } from '#platform/api/shapes.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { m } from '../messages/messages.ts'
import { language } from './session.ts'

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: m.colourLike }))

/** An address of the provider's own; '' for none. */
const ownAddress = webAddress(m.httpsAddress).check(z.regex(/^https:\/\/\S+$/, { error: m.httpsAddress }))
/** The portal's own page at a path, or a page of the provider; '' for none. */
const pageAt = (path: string) => z.union([z.literal(''), z.literal(path), ownAddress], { error: m.httpsAddress })

export const settings = z.object({
  providerName: z.string(),
  tagline: z.string(),
  /** The tagline in single languages; `tagline` is read in the others, and in the original wording. */
  taglines: namesAnswer,
  accentColour: z.string(),
  /** Follows from the registered address once that is complete; what was typed as one text before. */
  address: z.string(),
  contactEmail: z.string(),
  /** 'Acme SAS, SIREN 732 829 320'; '' until the legal name is filled in. */
  legalIdentity: z.string(),
  logoUrl: z.nullable(z.string()),
  /** What public pages link to, and where weaknesses are reported, each '' until it is set. */
  links: z.object({
    legal: z.string(),
    privacy: z.string(),
    accessibility: z.string(),
    security: z.string(),
    /** Director of publication and host, for the portal's legal notice (LCEN, art. 1-1). */
    director: z.string(),
    host: z.string(),
  }),
  /** IANA zone of the provider's calendar, in which all dates are shown; a setting of the programme. */
  timeZone: z.string(),
  /** The language of the portal, for those who have chosen none. */
  language,
  /** Whether several languages are read: the specification's mixture, or another one that somebody has chosen. */
  readsSeveralLanguages: z.boolean(),
  /** Whether partners may sign in with a link by mail. */
  signInLinks: z.boolean(),
  /** How many colleagues a partner may have beside its first person. */
  colleagues: z.int(),
  /** Whether anybody signs in with a passkey. */
  passkeys: z.boolean(),
  /** The name of the provider of OpenID Connect that people may sign in with; null: there is none. */
  signInProvider: z.nullable(z.string()),
  /**
   * What the landing page promises: how many tiers there are, and their lowest and highest rate in percent. Without tiers the
   * rates are null, and `GET /programme-rules` says what is paid.
   */
  commission: z.object({
    tiers: z.int(),
    /** Whether a rule of the programme pays by them. */
    byTiers: z.boolean(),
    lowestRate: z.nullable(z.number()),
    highestRate: z.nullable(z.number()),
  }),
})
export type Settings = z.infer<typeof settings>

/** The identity, and what pages say beside it. */
export const portalSettings = z.extend(settings, {
  /** Whether mails leave; without a mail server they are files that wait in the data directory. */
  sendsMail: z.boolean(),
})
export type PortalSettings = z.infer<typeof portalSettings>

/** What pages show until the identity has come. */
export const noSettings: PortalSettings = {
  providerName: '',
  tagline: '',
  taglines: {},
  accentColour: '#1f4d3f',
  address: '',
  contactEmail: '',
  legalIdentity: '',
  logoUrl: null,
  links: { legal: '', privacy: '', accessibility: '', security: '', director: '', host: '' },
  language: 'specified',
  signInLinks: false,
  colleagues: 0,
  passkeys: false,
  readsSeveralLanguages: false,
  signInProvider: null,
  sendsMail: true,
  timeZone: defaultTimeZone,
  commission: { tiers: 5, byTiers: true, lowestRate: 15, highestRate: 35 },
}

/** Who the provider is in law and where, as certificates and receipts have it beside its name. */
export const letterhead = ({ legalIdentity, address }: Pick<Settings, 'legalIdentity' | 'address'>): string =>
  [legalIdentity, address].filter(Boolean).join(', ')

/** The provider's identity: nothing of it is hard-coded, everything else of the look follows from it. What is left out stays. */
export const settingsForm = z.partial(
  z.strictObject(
    forChange({
      providerName: text(1, 100, m.requiredFields),
      tagline: optionalText(200),
      /** Those that there are to be, whole. */
      taglines: z.optional(namesForm(200)),
      accentColour: colour,
      /** Refused where the registered address is complete and says something else: it is changed there. */
      address: optionalLines(500),
      language: z.optional(language),
      signInLinks: z.optional(z.boolean()),
      colleagues: z.optional(
        z
          .int({ error: m.colleaguesRange })
          .check(z.minimum(0, { error: m.colleaguesRange }), z.maximum(99, { error: m.colleaguesRange })),
      ),
      contactEmail: z._default(z.union([z.literal(''), emailAddress()], { error: m.emailInvalid }), ''),
      /** All of them. */
      links: z.optional(
        z.strictObject({
          legal: pageAt(visitorPaths.legal),
          privacy: pageAt(visitorPaths.privacy),
          accessibility: pageAt(visitorPaths.accessibility),
          security: z.union([z.literal(''), emailAddress(), ownAddress], { error: m.securityAddress }),
          director: text(0, 200, ''),
          host: text(0, 300, ''),
        }),
      ),
      /** An upload to use as the logo; null removes it; absent keeps it. */
      logoUploadId: z.optional(z.nullable(id)),
      /** Values that the caller saw: refused with `settings_changed_meanwhile` if one of them is another by now. */
      expected: z.optional(z.partial(settings)),
    }),
  ),
)

export const settingsRoutes = {
  getSettings: route('GET', '/settings', { summary: 'The provider’s identity', who: 'anyone', returns: portalSettings }),
  saveSettings: route('PUT', '/settings', {
    summary: 'Change a part of the provider’s identity; what is left out stays',
    who: 'admin',
    right: 'programme',
    body: settingsForm,
    returns: portalSettings,
    refusals: ['upload_not_found', 'settings_changed_meanwhile'],
  }),
  securityContact: route('GET', '/.well-known/security.txt', {
    summary: 'Where weaknesses of this portal are reported (RFC 9116); not there until an address is set',
    who: 'anyone',
    outsideApi: true,
    answer: 'file',
    mediaType: 'text/plain; charset=utf-8',
    refusals: ['not_found'],
  }),
  logo: route('GET', '/settings/logo/:id', {
    summary: 'The provider’s logo',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    params: idParams,
    answer: 'file',
  }),
}
