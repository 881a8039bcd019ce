import { homePath } from '#access/domain/home-path.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'

/** The tables of addresses, which alone spell them. */
const tables = /\/access\/domain\/(page-paths|visitor-paths|home-path)\.ts$/
const firstParts = [homePath, ...Object.values(visitorPaths)].map((path) => path.split('/')[1]).filter(Boolean)
/** An address at the beginning of a text, or behind the portal's own: `${config.publicUrl}/verify`. */
const spelled = new RegExp(`['"\`}]/(${[...new Set(firstParts)].join('|')})(?![\\w-])`)
const comment = /^\s*(\/?\*|\/\/)/
/** The API has routes of the same names: `route('GET', '/verify', …)`. */
const route = /\broute\('[A-Z]+', /

/** Whether a source of the product spells the address of a page outside comments. */
export function spellsAddress(file: string, lines: readonly string[]): boolean {
  if (!/^src\/.*\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || tables.test(file)) return false
  return lines.some((line) => spelled.test(line) && !comment.test(line) && !route.test(line))
}
