import { readFileSync } from 'node:fs'

/** The product's version, such as `0.2.0`. */
export const productVersion: string = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version

/** Whether a version comes before another one; `0.3.0-dev` comes before `0.3.0`. */
export function isOlder(version: string, than: string): boolean {
  return rank(version) < rank(than)
}

function rank(version: string): number {
  const [numbers = '', suffix] = version.split('-')
  return numbers.split('.').reduce((sum, each) => sum * 10_000 + Number(each), 0) - (suffix === undefined ? 0 : 0.5)
}
