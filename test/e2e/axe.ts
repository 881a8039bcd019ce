import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe whose result depends on colours (its category `cat.color`); others read elements, attributes and boxes. */
const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block']

interface Scope {
  /** All rules unless given. */
  readonly rules?: readonly string[]
  /** Reads what lies behind an open dialog, too. */
  readonly isWhole?: boolean
}

/**
 * axe findings of the current page: rule, element and reason. Of a page with a modal dialog only the dialog is read: what lies
 * behind cannot be reached, and is read where it can be.
 */
export async function findings(page: Page, { rules, isWhole = false }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await transitionsEnded(page)
  const scope = isWhole ? 'html' : await scopeOf(page)
  return page.evaluate(
    async ([within, only]) => {
      const run = (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run
      // Passes are not described per node, which takes most of the time of a run.
      const options = { resultTypes: ['violations' as const], ...(only ? { runOnly: [...only] } : {}) }
      const { violations } = within === 'html' ? await run(options) : await run(within, options)
      return violations.map((each) =>
        `${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`.slice(0, 600),
      )
    },
    [scope, rules] as const,
  )
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

/**
 * What axe objects to in the light theme, then in the dark one, without loading the page again; it is light afterwards. In the
 * dark theme the rules about colours run, and all rules where more than colours differs from the light page.
 */
export async function findingsInBothThemes(page: Page, scope: Pick<Scope, 'isWhole'> = {}): Promise<string[]> {
  const faults: string[] = []
  await showTheme(page, 'light')
  for (const each of await findings(page, scope)) faults.push(`light: ${each}`)
  const within = scope.isWhole ? 'html' : await scopeOf(page)
  const light = await structureOf(page, within)
  await showTheme(page, 'dark')
  const rules = (await structureOf(page, within)) === light ? { rules: colourRules } : {}
  for (const each of await findings(page, { ...scope, ...rules })) faults.push(`dark: ${each}`)
  await showTheme(page, 'light')
  return faults
}

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Shows the page in a theme, without loading it again. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await withoutTransitions(page)
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
}

/** A digest of everything but colours that axe reads: elements, their attributes, texts, boxes, and whether they are seen. */
async function structureOf(page: Page, within: string): Promise<number> {
  await transitionsEnded(page)
  return page.evaluate((scope) => {
    let digest = 0
    const add = (text: string) => {
      for (let at = 0; at < text.length; at += 1) digest = (digest * 31 + text.charCodeAt(at)) | 0
    }
    const roots = [...document.querySelectorAll(scope === 'html' ? 'body' : scope)]
    for (const element of roots.flatMap((root) => [root, ...root.querySelectorAll('*')])) {
      const { x, y, width, height } = element.getBoundingClientRect()
      add(`${x} ${y} ${width} ${height} ${element.checkVisibility({ visibilityProperty: true, opacityProperty: true })}`)
    }
    for (const root of roots) add(root.outerHTML)
    return digest
  }, within)
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
