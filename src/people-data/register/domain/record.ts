import {
  isAboutPeople,
  type Law,
  type PeriodName,
  type Purpose,
  purposes,
  type TableEntries,
  treatedColumns,
  type Whose,
} from '#access/domain/personal-data.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { daysText, isCounted, type PeriodDays, periodTexts, usualDays } from './periods.ts'

export const recipientKinds = ['mail', 'bucket', 'timestamps', 'webhook', 'provider', 'backup'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** What is done for a purpose, as the entries of tables tell it. */
export interface ProcessedFor {
  readonly purpose: Purpose
  readonly of: readonly Whose[]
  readonly periods: readonly PeriodName[]
  readonly laws: readonly Law[]
}

/** The record of processing (GDPR, art. 30): what is done, for whom it is done, and who outside gets something. */
export interface ProcessingRecord {
  readonly provider: { readonly name: string; readonly address: string; readonly email: string }
  readonly activities: readonly ProcessedFor[]
  readonly days: PeriodDays
  /** Custom fields about a person, by their labels. */
  readonly fields: readonly string[]
  readonly recipients: readonly { readonly kind: RecipientKind; readonly place: string }[]
}

/** What the entries of all tables say together of each purpose. */
export function activitiesOf(entries: TableEntries): ProcessedFor[] {
  const treatments = Object.values(entries)
    .filter(isAboutPeople)
    .flatMap((entry) => [entry, ...treatedColumns(entry).values()])
  return purposes.flatMap((purpose) => {
    const all = treatments.filter(({ why }) => why === purpose)
    if (all.length === 0) return []
    return {
      purpose,
      of: [...new Set(all.flatMap(({ of }) => of))],
      periods: [...new Set(all.map(({ period }) => period))],
      laws: [...new Set(all.flatMap(({ law }) => law ?? []))],
    }
  })
}

const whoseTexts: Readonly<Record<Whose, string>> = texts({
  client: m.ofClients,
  partner: m.ofPartners,
  member: m.ofMembers,
  staff: m.ofStaff,
  visitor: m.ofVisitors,
})

const lawTexts: Readonly<Record<Law, string>> = texts({
  books: m.groundBooks,
  tax: m.groundTax,
  contract: m.groundCivil,
  vigilance: m.groundVigilance,
  claims: m.groundClaims,
  accountability: m.groundAccountability,
})

const purposeTexts: Readonly<Record<Purpose, { readonly title: string; readonly basis: string; readonly data: string }>> = {
  referrals: texts({ title: m.forReferrals, basis: m.basisInterest, data: m.dataReferrals }),
  introductions: texts({ title: m.forIntroductions, basis: m.basisConsent, data: m.dataIntroductions }),
  refusals: texts({ title: m.forRefusals, basis: m.basisLaw, data: m.dataRefusals }),
  contracts: texts({ title: m.forContracts, basis: m.basisContract, data: m.dataContracts }),
  payments: texts({ title: m.forPayments, basis: m.basisContract, data: m.dataPayments }),
  accounting: texts({ title: m.forAccounting, basis: m.basisLaw, data: m.dataAccounting }),
  vigilance: texts({ title: m.forVigilance, basis: m.basisLaw, data: m.dataVigilance }),
  communication: texts({ title: m.forCommunication, basis: m.basisMessages, data: m.dataCommunication }),
  accounts: texts({ title: m.forAccounts, basis: m.basisContract, data: m.dataAccounts }),
  security: texts({ title: m.forSecurity, basis: m.basisInterest, data: m.dataSecurity }),
  rights: texts({ title: m.forRights, basis: m.basisLaw, data: m.dataRights }),
}

export const recipientTexts: Readonly<Record<RecipientKind, string>> = texts({
  mail: m.mailServer,
  bucket: m.fileStore,
  timestamps: m.timestampService,
  webhook: m.webhookReceiver,
  provider: m.signInProvider,
  backup: m.backupPlace,
})

/** '3 years from the last sign of the person (CNIL …)'. */
const periodText = (name: PeriodName, days: PeriodDays): string => {
  const { of, from, ground } = periodTexts[name]
  if (!isCounted(name)) return m.keptUntil({ of, from, ground })
  const isUsual = days[name] === usualDays(name)
  return m.keptFor({ of, length: daysText(days[name]), from, ground: isUsual ? ground : m.groundOwn() })
}

export interface RecordSection {
  readonly title: string
  readonly rows: readonly (readonly [label: string, text: string])[]
}

/** The record as people read it, on the page and in its file. */
export function recordSections({ provider, activities, days, fields, recipients }: ProcessingRecord): RecordSection[] {
  return [
    {
      title: m.responsible(),
      rows: [
        [m.name(), provider.name],
        [m.address(), provider.address],
        [m.email(), provider.email],
      ],
    },
    ...activities.map(({ purpose, of, periods, laws }): RecordSection => {
      const { title, basis, data } = purposeTexts[purpose]
      const own = purpose === 'referrals' && fields.length > 0 ? [[m.ownFields(), fields.join(', ')] as const] : []
      return {
        title,
        rows: [
          [m.people(), of.map((each) => whoseTexts[each]).join(', ')],
          [m.dataKept(), data],
          ...own,
          [m.legalBasis(), basis],
          [m.keptHowLong(), periods.map((name) => periodText(name, days)).join('\n')],
          ...(laws.length > 0 ? [[m.keptByLaw(), laws.map((law) => lawTexts[law]).join('\n')] as const] : []),
        ],
      }
    }),
    {
      title: m.recipientsOutside(),
      rows: [
        [m.hosting(), m.hostingText()],
        ...(recipients.some(({ kind }) => kind === 'mail') ? [] : [[m.mailServer(), m.noMailServer()] as const]),
        ...recipients.map(({ kind, place }) => [recipientTexts[kind], place] as const),
        [m.transfers(), m.transfersText()],
      ],
    },
    { title: m.protection(), rows: [[m.measures(), m.measuresText()]] },
  ]
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>')

/** The record as a Markdown file. */
export const recordMarkdown = (sections: readonly RecordSection[]): string => {
  const parts = sections.map(({ title, rows }) => {
    const lines = rows.map(([label, text]) => `| ${cell(label)} | ${cell(text)} |`)
    return [`## ${title}`, '', '| | |', '|---|---|', ...lines].join('\n')
  })
  return `${[`# ${m.recordOfProcessing()}`, ...parts].join('\n\n')}\n`
}
