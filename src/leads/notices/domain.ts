import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/**
 * How far the person of a lead has been told that they are in the portal (GDPR, article 14). `no_mail`: they want no mail, and
 * have been told by none.
 */
export const settledStates = ['told', 'otherwise', 'not_needed', 'no_mail', 'impossible'] as const
export const noticeStates = ['due', ...settledStates] as const
export type NoticeState = (typeof noticeStates)[number]

/** How somebody was told without a mail of the portal. */
export const toldWays = ['call', 'letter', 'meeting', 'former_tool'] as const
export type ToldWay = (typeof toldWays)[number]

/** Why somebody need not be told: they left their details themselves; the lead names no natural person. */
const spareReasons = ['left', 'no_person'] as const

export const noticeWays = [...toldWays, ...spareReasons] as const
export type NoticeWay = (typeof noticeWays)[number]

/** A part of a notice. The part of this key says where the data come from: a mail names the partner in its place. */
export interface NoticeSection {
  readonly key: string
  readonly title: string
  readonly text: string
}
export type NoticeSections = readonly NoticeSection[]
export const sourceKey = 'source'

export const noticeStateLabels: Readonly<Record<NoticeState, string>> = texts({
  due: m.toBeTold,
  told: m.toldByMail,
  otherwise: m.toldOtherwise,
  not_needed: m.notNeeded,
  no_mail: m.wantsNoMail,
  impossible: m.impossible,
})

export const noticeWayLabels: Readonly<Record<NoticeWay, string>> = texts({
  call: m.byCall,
  letter: m.byLetter,
  meeting: m.atMeeting,
  former_tool: m.byFormerTool,
  left: m.leftByPerson,
  no_person: m.noPerson,
})

interface Source {
  /** As it is named in the email. */
  readonly partner: string
  /** The client has left their details by the partner's link. */
  readonly isLeft: boolean
}

/**
 * The notice as paragraphs of an email, each under its title, with the partner as the source and the address of the page at its
 * end. `kept` are those that the provider wrote, with its addresses.
 */
export function noticeParagraphs(
  { publicUrl }: { readonly publicUrl: string },
  sections: NoticeSections,
  { partner, isLeft }: Source,
): { readonly paragraphs: readonly string[]; readonly kept: readonly string[] } {
  const source = isLeft ? m.sourceLeft({ partner }) : m.sourceAsked({ partner })
  const page = m.wholeNotice({ address: `${publicUrl}${visitorPaths.privacy}` })
  const titled = sections.map(({ key, title, text }) => ({ key, text: `${title}\n${key === sourceKey ? source : text}` }))
  const written = titled.filter(({ key }) => key !== sourceKey)
  return { paragraphs: [...titled.map(({ text }) => text), page], kept: [...written.map(({ text }) => text), page] }
}
