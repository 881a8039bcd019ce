import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** 'money/tiers' of a path below src, or the area where its files belong to no slice; the areas around all are none. */
const sliceOf = (path: string): string | undefined =>
  /^(?!access\/|platform\/|portal\/)[^/]+(\/(?!(api|domain|messages|server|web)[/.])[^/.]+(?=\/))?/.exec(path)?.[0]

/** Each slice with those that import it. */
export function importersOfSlices(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const src = join(import.meta.dirname, '../../src')
  for (const path of globSync('**/*.{ts,tsx}', { cwd: src })) {
    const from = sliceOf(path)
    if (from === undefined || path.includes('.test.')) continue
    for (const [, name = ''] of readFileSync(join(src, path), 'utf8').matchAll(/(?:from|import|import\() ?'#([^']+)'/g)) {
      const to = sliceOf(name)
      if (to !== undefined && to !== from) found.set(to, (found.get(to) ?? new Set()).add(from))
    }
  }
  return found
}
