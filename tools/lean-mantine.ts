import type { Plugin } from 'vite'

/**
 * Modules of Mantine in the browser's build, by the end of their path.
 *
 * - An id: React's own, as Mantine's is at first. Mantine replaces it by a random one after the first render, so that every page
 *   with a field renders twice, the second time at once.
 * - Variables of the default theme: computed when the module is evaluated, to leave them out of a page's own. The portal writes
 *   all of them (`deduplicateCssVariables` is off), and has no use for that.
 */
const replaced = {
  'hooks/esm/use-id/use-id.mjs': `import { useId as useReactId } from 'react'
export function useId(given) {
  const own = useReactId()
  return typeof given === 'string' ? given : 'mantine-' + own.replace(/:/g, '')
}`,
  'MantineCssVariables/remove-default-variables.mjs': `export const removeDefaultVariables = (variables) => variables`,
} as const

/** Puts them in the place of Mantine's, and fails when Mantine has no such module any more. */
export function leanMantine(): Plugin {
  const missing = new Set(Object.keys(replaced))
  return {
    name: 'lean-mantine',
    apply: 'build',
    load: {
      filter: { id: /@mantine.*\/(use-id|remove-default-variables)\.mjs$/ },
      handler(id) {
        const [name, code] = Object.entries(replaced).find(([end]) => id.endsWith(end)) ?? []
        if (!name) return null
        missing.delete(name)
        return code
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`Mantine has no ${[...missing].join(', ')}: see tools/lean-mantine.ts`)
    },
  }
}
