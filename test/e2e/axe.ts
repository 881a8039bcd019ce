import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe objects to on the page as it is: the rule, where, and why. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run()
    return violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`.slice(0, 600),
    )
  })
}
