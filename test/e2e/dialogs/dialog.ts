import type { Locator, Page } from '@playwright/test'
import { refuse } from '../network.ts'
import type { ReaderName } from '../portal-pages.ts'

/** A control by its name, of which the first that is seen is clicked; or one that is found, or something else that is done. */
export type Click = string | RegExp | ((page: Page) => Locator | Promise<unknown>)

/** What an open dialog can be brought to: its next step, an error, a preview. */
export interface Further {
  readonly what: string
  readonly reach: (page: Page, dialog: Locator) => Promise<unknown>
}

/** How a dialog is opened. */
export interface Opening {
  /** The file below `src` that is built on the dialog's frame. */
  readonly file: string
  readonly title: string | RegExp
  /** The address of the page, with parameters as in the table of pages. */
  readonly at: string
  /** What is clicked there, one after the other. None: the address opens it. */
  readonly clicks: readonly Click[]
  /** States to look at beside the dialog as it opens. */
  readonly further: readonly Further[]
  /** Something is typed that closing asks about. */
  readonly isFilled?: boolean
  /** What the portal's answers to reads say otherwise, by their address: a state that takes a day to bring about. */
  readonly otherwise?: Readonly<Record<string, (answer: never) => unknown>>
  /** The size of the window that it is opened in, if not a desktop's. */
  readonly window?: { readonly width: number; readonly height: number }
}

/** A dialog that no click of a reader opens, and the test that opens it. */
export interface Unopened {
  readonly file: string
  readonly why: string
  /** A test by file and title, as in docs/specification.md; null where nobody but a slow network sees it. */
  readonly test: string | null
}

/** Dialogs that one person opens. */
export interface DialogGroup {
  readonly about: string
  readonly reader: ReaderName
  readonly dialogs: readonly Opening[]
}

/** A dialog by its frame's file and its title, on a page, behind clicks. */
export const opening = (file: string, title: string | RegExp, at: string, ...clicks: readonly Click[]): Opening => ({
  file,
  title,
  at,
  clicks,
  further: [],
})

/** The same, with states that follow: what can only be seen behind a step, an error or a preview belongs here. */
export const andThen = (dialog: Opening, ...further: readonly Further[]): Opening => ({ ...dialog, further })

/** The dialog, where an answer of the portal says otherwise. */
export const withAnswer = (path: string, change: (answer: never) => unknown, dialog: Opening): Opening => ({
  ...dialog,
  otherwise: { ...dialog.otherwise, [path]: change },
})

/** A list of records with which its reader may do this, too. */
export const allowing =
  (can: Readonly<Record<string, boolean>>) =>
  ({ items, ...rest }: { readonly items: readonly { readonly can: object }[] }) => ({
    ...rest,
    items: items.map((each) => ({ ...each, can: { ...each.can, ...can } })),
  })

/** Types into a field of the topmost dialog. */
export const typed = (label: string | RegExp, value: string) => (page: Page) =>
  page.getByRole('dialog').last().getByLabel(label).first().fill(value)

/** Presses a button of the topmost dialog. */
const pressed = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name }).first().click()

/** The dialog after a button of it was pressed. */
export const afterPressing = (name: string | RegExp, ...before: readonly ((page: Page) => Promise<unknown>)[]): Further => ({
  what: `after ${name}`,
  reach: async (page) => {
    for (const each of before) await each(page)
    await pressed(name)(page)
  },
})

/** The dialog after somebody was found in a searchable field: what follows from the choice. */
export const withPartner = (label: string, fullName: string): Further => ({
  what: `with ${fullName}`,
  reach: async (page, dialog) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await dialog.getByRole('combobox', { name: label }).fill(fullName)
    await page.getByRole('option', { name: fullName }).first().click()
  },
})

/** The next request to this address is asked for a proof. */
export const askedFor = (address: string) => (page: Page) =>
  refuse(page, address, { status: 403, code: 'confirmation_required' }, 1)

/** Chooses in a list of the topmost dialog. */
export const chosen = (list: string, option: string) => async (page: Page) => {
  await page.getByRole('dialog').last().getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option }).click()
}
