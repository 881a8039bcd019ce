import { visitorPaths } from '#access/domain/visitor-paths.ts'
import type { Config } from '#platform/server/config.ts'
import { type NoticeSections, sourceKey } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface Source {
  /** As it is named in the mail. */
  readonly partner: string
  /** The client has left their details by the partner's link. */
  readonly isLeft: boolean
}

/**
 * The notice as paragraphs of a mail, with the partner as the source and the address of the page at its end. `kept` are those
 * that the provider wrote, with its addresses.
 */
export function noticeParagraphs(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  sections: NoticeSections,
  { partner, isLeft }: Source,
): { readonly paragraphs: readonly string[]; readonly kept: readonly string[] } {
  const source = isLeft ? m.sourceLeft({ partner }) : m.sourceAsked({ partner })
  const page = m.wholeNotice({ address: `${publicUrl}${visitorPaths.privacy}` })
  const paragraphs = sections.map(({ key, text }) => (key === sourceKey ? source : text))
  return { paragraphs: [...paragraphs, page], kept: [...paragraphs, page].filter((each) => each !== source) }
}
