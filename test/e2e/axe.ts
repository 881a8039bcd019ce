import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Scope {
  /** Reads what lies behind an open dialog, too. */
  readonly isWhole?: boolean
}

/**
 * axe findings of the current page: rule, element and reason. Of a page with a modal dialog only the dialog is read: what lies
 * behind cannot be reached, and is read where it can be.
 */
export async function findings(page: Page, { isWhole = false }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await transitionsEnded(page)
  const scope = isWhole ? 'html' : await scopeOf(page)
  return page.evaluate(async (within) => {
    const run = (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run
    // Passes are not described per node, which takes most of the time of a run.
    const options = { resultTypes: ['violations' as const] }
    const { violations } = within === 'html' ? await run(options) : await run(within, options)
    return violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`.slice(0, 600),
    )
  }, scope)
}

/** A selector of what people can reach: open modal dialogs, or the page. */
async function scopeOf(page: Page): Promise<string> {
  const modal = '[aria-modal="true"]'
  return (await page.locator(modal).count()) > 0 ? modal : 'html'
}

/** Waits until no transition is running, since axe would measure intermediate colours. Endless animations are ignored. */
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

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Shows the page in a theme, without loading it again. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await withoutTransitions(page)
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
}

/**
 * Disables transitions: while the theme changes, colours are intermediate, and inherited ones start their transition level by
 * level.
 */
function withoutTransitions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
}
