import { oneLine } from '#platform/domain/typed-text.ts'
import { m } from '#platform/messages/messages.ts'

/**
 * Text of others in mail: a mail program makes a link of whatever looks like one, so that a company called 'https://…' would be
 * a link under the provider's name. Nothing that is returned here is one to any program, nor looks like one.
 */

/** Characters that programs and readers take for those of an address. */
const lookalikes: Readonly<Record<string, string>> = {
  '。': '.',
  '．': '.',
  '｡': '.',
  '․': '.',
  '﹒': '.',
  '：': ':',
  '﹕': ':',
  '∶': ':',
  '／': '/',
  '⁄': '/',
  '∕': '/',
  '⧸': '/',
  '＼': '\\',
  '＠': '@',
  '﹫': '@',
}
const lookalike = new RegExp(`[${Object.keys(lookalikes).join('')}]`, 'gu')

const rest = String.raw`[^\s«»<>"“”]*`
/** 'évil.example': labels and a last one that begins as those of top-level domains do. */
const domain = String.raw`(?:[\p{L}\p{N}\p{M}\u200c\u200d_-]+\.)+\p{L}[\p{L}\p{M}\p{N}\u200c\u200d-]*[\p{L}\p{M}\p{N}]`
const address = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
const linkLike = new RegExp(
  [
    String.raw`(?<removed>[\p{L}\p{N}+.-]*:[/\\]{2}${rest}`,
    String.raw`[^\s«»<>"“”()@]+@[\p{L}\p{N}\[]${rest}`,
    String.raw`[/\\]{2}[\p{L}\p{N}]${rest}`,
    String.raw`www\.${rest}`,
    String.raw`(?:${domain}|${address})(?::\d+)?[/?#\\]${rest})`,
    `(?<bare>${domain})`,
    String.raw`(?<![\p{L}\p{N}])(?<scheme>\p{L}[\p{L}\p{N}+.-]*):(?=[^\s])`,
  ].join('|'),
  'giu',
)

/** One line; a mark of direction could show an address that no pattern sees. */
const visible = (text: string) =>
  oneLine(text)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(lookalike, (char) => lookalikes[char] ?? char)

const ending = /[.,;:!?…'’)\]]+$/u

/** The link without the punctuation of its sentence, for comparing. */
const bodyOf = (link: string) => link.replace(ending, '').toLowerCase()

/** The addresses in a text of the provider's own, which may stand in its mail. */
export function addressesIn(text: string): string[] {
  return [...visible(text).matchAll(linkLike)].map(([link]) => bodyOf(link))
}

/** One line without links, but those in `kept` (as `addressesIn` gives them): 'Booking.com' reads 'Booking com'. */
export function linkFree(text: string, allowed: ReadonlySet<string>): string {
  const line = visible(text)
  return line.replace(linkLike, (link: string, ...args: unknown[]) => {
    const { removed, bare, scheme } = args.at(-1) as Record<'removed' | 'bare' | 'scheme', string | undefined>
    if (allowed.has(bodyOf(link))) return link
    if (removed !== undefined) return `${m.linkRemoved()}${ending.exec(link)?.[0] ?? ''}`
    return bare === undefined ? `${scheme ?? ''}: ` : bare.replaceAll('.', ' ')
  })
}
