import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe objects to on the page as it is: the rule, where, and why. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await transitionsEnded(page)
  return page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run
    // Every rule runs; only what passed is not described node by node, which is most of the time of a run.
    const { violations } = await run({ resultTypes: ['violations'] })
    return violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`.slice(0, 600),
    )
  })
}

/** Waits until no frame starts another transition: colours on their way have neither contrast. Endless ones do not count. */
export function transitionsEnded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const running = () => document.getAnimations().some(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    for (let still = 0, frames = 0; still < 3 && frames < 120; frames += 1) {
      await frame()
      still = running() ? 0 : still + 1
    }
  })
}

/** The same in the light theme, then in the dark one, without loading the page again; it is light afterwards. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  await withoutTransitions(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    for (const each of await findings(page)) found.push(`${colorScheme}: ${each}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/**
 * Colours on their way from one theme to the other are of neither, and inherited ones set off level by level: each element
 * begins its transition, however short, when the one around it has ended.
 */
function withoutTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
}
