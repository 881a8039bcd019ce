import { type NoticeSections, sourceKey } from '#leads/notices/domain.ts'
import { m } from '../messages/messages.ts'
import type { NoticeAudience } from './notices.ts'

/** What the texts say of the provider. */
export interface NoticeFacts {
  readonly providerName: string
  readonly legalIdentity: string
  readonly address: string
  readonly contactEmail: string
}

interface Words {
  readonly source: () => string
  readonly data: () => string
  readonly purpose: () => string
  readonly readers: () => string
  readonly period: () => string
}

const words: Readonly<Record<NoticeAudience, Words>> = {
  client: {
    source: m.clientSource,
    data: m.clientData,
    purpose: m.clientPurpose,
    readers: m.clientReaders,
    period: m.clientPeriod,
  },
  partner: {
    source: m.ownSource,
    data: m.partnerData,
    purpose: m.partnerPurpose,
    readers: m.partnerReaders,
    period: m.partnerPeriod,
  },
  member: {
    source: m.memberSource,
    data: m.memberData,
    purpose: m.memberPurpose,
    readers: m.partnerReaders,
    period: m.accountPeriod,
  },
  staff: {
    source: m.staffSource,
    data: m.memberData,
    purpose: m.staffPurpose,
    readers: m.staffReaders,
    period: m.accountPeriod,
  },
  visitor: {
    source: m.visitorSource,
    data: m.visitorData,
    purpose: m.visitorPurpose,
    readers: m.staffReaders,
    period: m.visitorPeriod,
  },
}

/** What people of one kind are told in law (GDPR, articles 13 and 14), in the current language. */
export function noticeSections(
  audience: NoticeAudience,
  { providerName, legalIdentity, address, contactEmail }: NoticeFacts,
): NoticeSections {
  const { source, data, purpose, readers, period } = words[audience]
  const who = [legalIdentity, address].filter(Boolean).join(', ').replaceAll('\n', ', ')
  const controller = [
    who === '' ? m.controller({ providerName }) : m.controllerNamed({ providerName, who }),
    contactEmail && m.contactAddress({ contactEmail }),
  ]
  return [
    { key: 'controller', title: m.controllerTitle(), text: controller.filter(Boolean).join(' ') },
    { key: sourceKey, title: m.sourceTitle(), text: source() },
    { key: 'data', title: m.dataTitle(), text: data() },
    { key: 'purpose', title: m.purposeTitle(), text: purpose() },
    { key: 'period', title: m.periodTitle(), text: period() },
    { key: 'readers', title: m.readersTitle(), text: readers() },
    { key: 'rights', title: m.rightsTitle(), text: m.rights() },
  ]
}
