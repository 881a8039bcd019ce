import { expect, type Locator, type Page } from '@playwright/test'
import { findings, showTheme, type Theme } from '../axe.ts'
import { change } from '../network.ts'
import { beyondTheEdge, shown } from '../steps.ts'
import type { Opening } from './dialog.ts'

/** The first control with a name that is seen. */
function controlNamed(page: Page, click: string | RegExp): Locator {
  const name = typeof click === 'string' ? { name: click, exact: true } : { name: click }
  const controls = (['menuitem', 'link', 'tab'] as const).reduce(
    (found, role) => found.or(page.getByRole(role, name)),
    page.getByRole('button', name),
  )
  return controls.filter({ visible: true }).first()
}

const dialogNamed = (page: Page, title: string | RegExp) =>
  page.getByRole('dialog', typeof title === 'string' ? { name: title, exact: true } : { name: title }).last()

interface Opened {
  readonly dialog: Locator
  /** What has the focus once the dialog is closed: what was clicked, of a menu its button. Null if the address opened it. */
  readonly opener: Locator | null
  /** The dialog took the place of the one with the opener, which comes back when it is closed. */
  readonly hasGivenWay: boolean
}

/** Opens a dialog of the page that is shown, and waits until it says what it is about. */
async function openDialog(page: Page, { clicks, title }: Opening): Promise<Opened> {
  let opener: Locator | null = null
  for (const click of clicks) {
    const found = typeof click === 'function' ? click(page) : controlNamed(page, click)
    if (found instanceof Promise) {
      await found
      continue
    }
    const control = found.first()
    const isEntry = (await control.evaluate((node) => node.getAttribute('role'))) === 'menuitem'
    await control.click()
    if (!isEntry) opener = control
  }
  const dialog = dialogNamed(page, title)
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('status', { name: /^(Chargement|Loading)$/ })).toHaveCount(0)
  return { dialog, opener, hasGivenWay: (await opener?.count()) === 0 }
}

/** Closes a dialog by Escape, and discards what is typed in it. */
async function closeDialog(page: Page, dialog: Locator, { isFilled = false }: Opening): Promise<void> {
  await page.keyboard.press('Escape')
  if (isFilled) await page.getByRole('button', { name: /^(Discard|Abandonner)$/ }).click()
  await expect(dialog).toBeHidden()
}

/** Lets the portal answer reads otherwise while a dialog is looked at. Returns the end of it. */
async function answeringOtherwise(page: Page, { otherwise = {} }: Opening): Promise<() => Promise<void>> {
  const undos: (() => Promise<void>)[] = []
  for (const [path, changed] of Object.entries(otherwise))
    undos.push(await change(page, path, (body) => changed(body as never) as object))
  return async () => {
    for (const undo of undos) await undo()
  }
}

/** How far open dialogs reach beyond the window or scroll sideways, in pixels. */
function dialogsBeyondTheEdge(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('[role="dialog"], [role="dialog"] [class*="-body"]')]
    const over = parts.flatMap((part) => {
      const { left, right } = part.getBoundingClientRect()
      return [-left, right - innerWidth, part.scrollWidth - part.clientWidth]
    })
    return Math.max(0, ...over.map(Math.round))
  })
}

/** What has the focus once a dialog is closed: its opener, or the dialog with it that had given way and begins anew. */
const focusAfter = ({ opener, hasGivenWay }: Opened): Promise<unknown> | null => {
  if (!opener) return null
  if (!hasGivenWay) return expect(opener).toBeFocused()
  const isInItsDialog = () => opener.evaluate((it) => document.activeElement?.closest('[role="dialog"]')?.contains(it))
  return expect.poll(isInItsDialog).toBe(true)
}

const desktop = { width: 1280, height: 900 }
const phone = { width: 360, height: 740 }

/**
 * Opens a dialog at its address, as it is and at the width of a phone. Returns what is wrong with it: findings of axe in these
 * themes, a focus that is not given back, scrolling sideways, and the same of its further states.
 */
export async function errorsOf(page: Page, opening: Opening, address: string, themes: readonly Theme[]): Promise<string[]> {
  const errors: string[] = []
  const looked = async (what: string) => {
    for (const theme of themes) {
      await showTheme(page, theme)
      for (const each of await findings(page)) errors.push(`${what}, ${theme}: ${each}`)
    }
  }
  const expected = (what: string, assertion: Promise<unknown>) =>
    assertion.catch((error: Error) => void errors.push(`${what}: ${error.message}`))
  const fits = async (what: string) => {
    await page.setViewportSize(phone)
    await expected(`${what}, on a phone`, expect.poll(() => dialogsBeyondTheEdge(page)).toBe(0))
    await expected(`${what}, the page behind it on a phone`, expect.poll(() => beyondTheEdge(page)).toBe(0))
    await page.setViewportSize(look)
  }
  const look = opening.window ?? desktop
  const asBefore = await answeringOtherwise(page, opening)
  const load = async () => {
    await page.setViewportSize(look)
    await page.goto(address)
    await shown(page)
  }
  const open = async () => {
    await load()
    return openDialog(page, opening)
  }
  let opened = await open()
  const { dialog } = opened
  const opener = opened.hasGivenWay ? null : await opened.opener?.elementHandle()
  await looked('as it opens')
  await fits('as it opens')
  // A page that has another layout on a phone has another opener since, and a drawer has taken the focus.
  const isAsBefore = await opener?.evaluate((node) => node.isConnected && !node.closest('[role="dialog"]'))
  if (isAsBefore === false) opened = await open()
  await closeDialog(page, dialog, opening)
  if (!opening.isFilled) await expected('gives the focus back', Promise.resolve(focusAfter(opened)))

  if (opening.further.length > 0) await open()
  for (const { what, reach } of opening.further) {
    await reach(page, dialog)
    await looked(what)
    await fits(what)
  }
  await asBefore()
  return errors
}
