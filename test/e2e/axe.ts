import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe whose result depends on colours (its category `cat.color`); others read elements, attributes and boxes. */
const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/** axe findings of the current page: rule, element and reason. */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await transitionsEnded(page)
  return page.evaluate(async (only) => {
    const run = (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run
    // Passes are not described per node, which takes most of the time of a run.
    const { violations } = await run({ resultTypes: ['violations'], ...(only ? { runOnly: [...only] } : {}) })
    return violations.map((each) =>
      `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`.slice(0, 600),
    )
  }, rules)
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

/**
 * What axe objects to in the light theme, then in the dark one, without loading the page again; it is light afterwards. In the
 * dark theme the rules about colours run, and all rules where more than colours differs from the light page.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  await withoutTransitions(page)
  await switchTo(page, 'light')
  for (const each of await findings(page)) found.push(`light: ${each}`)
  const light = await structureOf(page)
  await switchTo(page, 'dark')
  const rules = (await structureOf(page)) === light ? colourRules : undefined
  for (const each of await findings(page, rules)) found.push(`dark: ${each}`)
  await switchTo(page, 'light')
  return found
}

async function switchTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** A digest of everything but colours that axe reads: elements, their attributes, texts, boxes, and whether they are seen. */
async function structureOf(page: Page): Promise<number> {
  await transitionsEnded(page)
  return page.evaluate(() => {
    let digest = 0
    const add = (text: string) => {
      for (let at = 0; at < text.length; at += 1) digest = (digest * 31 + text.charCodeAt(at)) | 0
    }
    for (const element of document.querySelectorAll('body, body *')) {
      const { x, y, width, height } = element.getBoundingClientRect()
      add(`${x} ${y} ${width} ${height} ${element.checkVisibility({ visibilityProperty: true, opacityProperty: true })}`)
    }
    add(document.body.outerHTML)
    return digest
  })
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
