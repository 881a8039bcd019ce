import { type NoticeSections, sourceKey } from '#leads/notices/domain.ts'
import { daysText, type PeriodDays } from '#people-data/register/domain/periods.ts'
import { type RecipientKind, recipientTexts } from '#people-data/register/domain/record.ts'
import { m } from '../messages/messages.ts'
import type { NoticeAudience } from './notices.ts'

/** What the texts say of the provider. */
export interface NoticeFacts {
  readonly providerName: string
  readonly legalIdentity: string
  readonly address: string
  readonly contactEmail: string
  /** How long the register has each period in force. */
  readonly days: PeriodDays
  /** The kinds of recipients outside, as settings and configuration have them. */
  readonly recipients: readonly RecipientKind[]
}

interface Words {
  readonly source: () => string
  readonly data: () => string
  readonly purpose: () => string
  readonly readers: () => string
  readonly period: (days: PeriodDays) => string
}

const words: Readonly<Record<NoticeAudience, Words>> = {
  client: {
    source: m.clientSource,
    data: m.clientData,
    purpose: m.clientPurpose,
    readers: m.clientReaders,
    period: ({ lead, client }) => m.clientPeriod({ lead: daysText(lead), client: daysText(client) }),
  },
  partner: {
    source: m.ownSource,
    data: m.partnerData,
    purpose: m.partnerPurpose,
    readers: m.partnerReaders,
    period: ({ contract, accounting, declaration, bankDetails }) =>
      m.partnerPeriod({
        contract: daysText(contract),
        accounting: daysText(accounting),
        declaration: daysText(declaration),
        bankDetails: daysText(bankDetails),
      }),
  },
  member: {
    source: m.memberSource,
    data: m.memberData,
    purpose: m.memberPurpose,
    readers: m.partnerReaders,
    period: () => m.accountPeriod(),
  },
  staff: {
    source: m.staffSource,
    data: m.memberData,
    purpose: m.staffPurpose,
    readers: m.staffReaders,
    period: () => m.accountPeriod(),
  },
  visitor: {
    source: m.visitorSource,
    data: m.visitorData,
    purpose: m.visitorPurpose,
    readers: m.staffReaders,
    period: ({ log }) => m.visitorPeriod({ log: daysText(log) }),
  },
}

/** What people of one kind are told in law (GDPR, articles 13 and 14), in the current language. */
export function noticeSections(
  audience: NoticeAudience,
  { providerName, legalIdentity, address, contactEmail, days, recipients }: NoticeFacts,
): NoticeSections {
  const { source, data, purpose, readers, period } = words[audience]
  const who = [legalIdentity, address].filter(Boolean).join(', ').replaceAll('\n', ', ')
  const controller = [
    who === '' ? m.controller({ providerName }) : m.controllerNamed({ providerName, who }),
    contactEmail && m.contactAddress({ contactEmail }),
  ]
  // Only who has an account is known to a provider of sign-in, and a time stamp knows a hash alone.
  const isClient = audience === 'client' || audience === 'visitor'
  const kinds = recipients
    .filter((kind) => kind !== 'timestamps' && (kind !== 'provider' || !isClient))
    .map((kind) => recipientTexts[kind])
    .join(', ')
  return [
    { key: 'controller', title: m.controllerTitle(), text: controller.filter(Boolean).join(' ') },
    { key: sourceKey, title: m.sourceTitle(), text: source() },
    { key: 'data', title: m.dataTitle(), text: data() },
    { key: 'purpose', title: m.purposeTitle(), text: purpose() },
    { key: 'period', title: m.periodTitle(), text: period(days) },
    { key: 'readers', title: m.readersTitle(), text: [readers(), kinds && m.servedBy({ kinds })].filter(Boolean).join(' ') },
    { key: 'rights', title: m.rightsTitle(), text: m.rights() },
  ]
}
