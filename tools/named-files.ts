import { posix } from 'node:path'

const named = /`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|css|sql|md))`/g

/** Files that a text names in backticks by a path or the end of one (`leads/api/leads.ts`), and that do not exist. */
export function missingFiles(markdown: string, files: readonly string[]): string[] {
  const names = [...markdown.matchAll(named)].map(([, name = '']) => name)
  return names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
}

const linked = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g

/** As GitHub names a heading in an address. */
const headings = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links of a document of the repository that lead to no file or no heading; `textOf` has null for what is not there. */
export function brokenLinks(file: string, textOf: (path: string) => string | null): string[] {
  const code = /^```[\s\S]*?^```|`[^`]*`/gm
  return [...(textOf(file) ?? '').replace(code, '').matchAll(linked)].flatMap(([link, to = '', heading]) => {
    const text = textOf(to === '' ? file : posix.join(posix.dirname(file), to))
    const leads = text !== null && (heading === undefined || headings(text).includes(heading))
    return leads ? [] : [link.slice(2, -1)]
  })
}
