import * as z from 'zod/mini'
import { longDate } from '#platform/web/ui/dates.ts'
import { m } from '../../messages/messages.ts'

export interface Fact {
  readonly label: string
  readonly value: string
  readonly wide?: boolean
}

const codeMail = z.object({
  messageId: z.nullable(z.string()),
  handedOverAt: z.nullable(z.string()),
  response: z.nullable(z.string()),
})

/** Delivery of the code's mail; absent from old signatures. */
function factsOfMail(mail: z.infer<typeof codeMail> | null | undefined): readonly Fact[] {
  return [
    { label: m.codeHandedOver(), value: mail?.handedOverAt ? longDate(mail.handedOverAt) : '' },
    { label: m.mailServerAnswer(), value: mail?.response ?? '', wide: true },
    { label: m.messageIdOfCode(), value: mail?.messageId ?? '', wide: true },
  ]
}

const partnerEvidence = z.object({
  title: z.string(),
  document: z.object({
    fileName: z.nullable(z.string()),
    size: z.nullable(z.number()),
    link: z.nullable(z.string()),
  }),
  /** Absent from signatures of before. */
  readings: z.optional(
    z.array(
      z.object({
        unit: z.enum(['page', 'part']),
        textSha256: z.nullable(z.string()),
        shown: z.string(),
        of: z.nullable(z.number()),
      }),
    ),
  ),
  amends: z.nullable(
    z.object({
      title: z.string(),
      sha256: z.nullable(z.string()),
      sealed: z.nullish(z.object({ sha256: z.string() })),
    }),
  ),
  signer: z.object({
    name: z.string(),
    typedName: z.string(),
    email: z.string(),
    company: z.string(),
    ip: z.string(),
    userAgent: z.string(),
    locale: z.string(),
  }),
  authentication: z.object({ codeSentAt: z.string(), codeCheckedAt: z.string(), mail: z.nullish(codeMail) }),
  consent: z.object({ text: z.string(), version: z.string() }),
})
const providerEvidence = z.object({
  by: z.object({ name: z.string(), email: z.string(), at: z.string() }),
  /** Absent from old counter-signatures, which required no code. */
  origin: z.nullish(z.object({ address: z.string(), agent: z.string() })),
  authentication: z.optional(
    z.object({ codeSentAt: z.string(), codeCheckedAt: z.string(), contracts: z.number(), mail: z.nullish(codeMail) }),
  ),
  consent: z.optional(z.object({ text: z.string(), version: z.string() })),
})

/** Evidence of a signature as labelled lines; skips empty values and unknown shapes. */
export function evidenceFacts(evidence: Record<string, unknown>): readonly Fact[] {
  const partner = z.safeParse(partnerEvidence, evidence)
  if (partner.success) return factsOfPartner(partner.data).filter(({ value }) => value !== '')
  const provider = z.safeParse(providerEvidence, evidence)
  if (!provider.success) return []
  const { by, origin, authentication, consent } = provider.data
  return [
    { label: m.signedBy(), value: by.name },
    { label: m.email(), value: by.email },
    ...(authentication
      ? [
          { label: m.codeSent(), value: longDate(authentication.codeSentAt) },
          { label: m.codeChecked(), value: longDate(authentication.codeCheckedAt) },
          { label: m.contractsUnderCode(), value: String(authentication.contracts) },
          ...factsOfMail(authentication.mail),
        ]
      : []),
    ...(origin
      ? [
          { label: m.ipAddress(), value: origin.address },
          { label: m.browser(), value: origin.agent, wide: true },
        ]
      : []),
    ...(consent ? [{ label: m.consentVersion({ version: consent.version }), value: consent.text, wide: true }] : []),
  ].filter(({ value }) => value !== '')
}

function factsOfPartner(evidence: z.infer<typeof partnerEvidence>): readonly Fact[] {
  const { document, signer, authentication, consent, amends } = evidence
  return [
    { label: m.signer(), value: signer.name },
    { label: m.nameAsTyped(), value: signer.typedName },
    { label: m.email(), value: signer.email },
    { label: m.company(), value: signer.company },
    { label: m.codeSent(), value: longDate(authentication.codeSentAt) },
    { label: m.codeChecked(), value: longDate(authentication.codeCheckedAt) },
    ...factsOfMail(authentication.mail),
    { label: m.ipAddress(), value: signer.ip },
    { label: m.browserLanguages(), value: signer.locale },
    { label: m.browser(), value: signer.userAgent, wide: true },
    { label: m.document(), value: documentOf(document), wide: true },
    { label: m.shown(), value: (evidence.readings ?? []).map(readingOf).join('\n'), wide: true },
    {
      label: m.amends(),
      value: amends ? [amends.title, amends.sealed?.sha256 ?? amends.sha256].filter(Boolean).join('\n') : '',
      wide: true,
    },
    { label: m.consentVersion({ version: consent.version }), value: consent.text, wide: true },
  ]
}

/** In which form a document was shown, and what of it was on the screen. */
function readingOf({ unit, textSha256, shown, of }: NonNullable<z.infer<typeof partnerEvidence>['readings']>[number]): string {
  const form = textSha256 ? m.asTextWithHash({ textSha256 }) : m.asPdf()
  return shown === '' ? form : m.formShown({ form, unit, shown, count: `${of}` })
}

function documentOf({ fileName, size, link }: z.infer<typeof partnerEvidence>['document']): string {
  if (link) return link
  return [fileName, size === null ? '' : m.fileSize({ bytes: size })].filter(Boolean).join(', ')
}
