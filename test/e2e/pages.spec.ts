import { expect } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { type Language, languages, readingIn, readingName } from '#platform/domain/languages.ts'
import { pairwise } from '../../tools/pairwise.ts'
import { findings, showTheme, type Theme, themes } from './axe.ts'
import { type ReaderName, readerNames, readers, sweptPages } from './portal-pages.ts'
import { consoleErrors } from './sample-world.ts'
import { beyondTheEdge, shown } from './steps.ts'
import { test } from './swept-world.ts'

const widths = [360, 768, 820, 1024, 1100, 1280, 1440]
const windowOf = (width: number) => ({ width, height: 800 })

/** How a page is looked at: by whom, in which language, and in which window. */
interface Look {
  readonly page: string
  readonly reader: ReaderName
  readonly language: Language
  readonly theme: Theme
  readonly width: number
  readonly [factor: string]: string | number
}

const readersOfPage = new Map(sweptPages.map(({ page, readers: all }) => [page, all]))
const mayMeet = ({ page, reader }: Partial<Look>) =>
  page === undefined || reader === undefined || readersOfPage.get(page)?.includes(reader) === true

/** Each page by each of its readers, in each language, theme and width, and any two of those together on some page. */
const looksIn = (read: readonly Language[]): readonly Look[] =>
  pairwise<Look>({ page: [...readersOfPage.keys()], reader: readerNames, width: widths, language: read, theme: themes }, mayMeet)

/** The wording of a new portal is seen in every run, translations in the full one. */
const runs: readonly { readonly looks: readonly Look[]; readonly tag: readonly string[] }[] = [
  { looks: looksIn(['specified']), tag: [] },
  { looks: looksIn(languages.filter((language) => language !== 'specified')), tag: ['@full'] },
]

/** A page outside the dashboard says that its link has no token, or is over. */
const isUnexpected = (text: string) => !/status of 4(09|10|22) /.test(text)

/** Who was invited a moment ago, and reads the bank details a day later. */
const newcomer = 'an accountant of a partner'

// Two workers share the readers.
test.describe.configure({ mode: 'parallel' })

/** Opens every page in every role: no axe findings, console errors or horizontal scrolling. */
test.describe('every page of the sample world', () => {
  const softly = expect.configure({ soft: true })

  for (const { looks, tag } of runs) {
    for (const [who, seen] of Map.groupBy(looks, ({ reader, language }) => `${reader}, ${language}`)) {
      const { reader, language } = seen[0] as Look
      test(`${who}: pages pass axe in both themes, and none scrolls sideways`, { tag: [...tag] }, async ({
        browser,
        sweptWorld,
      }) => {
        const window = await sweptWorld.open(browser, reader, language, { viewport: windowOf(360) })
        const side = readers[reader].side === 'admins' ? 'en' : 'fr'
        for (const [page, ways] of Map.groupBy(seen, (look) => look.page)) {
          const before = consoleErrors(window).length
          await window.goto(sweptWorld.addressOf(page))
          await shown(window)
          // A portal is set up in the browser's language, by somebody who has none of their own yet.
          const isInBrowsers = page === visitorPaths.setup && language === 'specified' && readers[reader].email === null
          const reading = readingName(readingIn(isInBrowsers ? 'fr' : language, side))
          await expect(window.locator('html'), page).toHaveAttribute('data-reading', reading)
          for (const { theme, width } of ways) {
            const where = `${page} in ${theme} at ${width}`
            await window.setViewportSize(windowOf(width))
            await showTheme(window, theme)
            await softly.poll(() => beyondTheEdge(window), where).toBe(0)
            softly(await findings(window, { isWhole: true }), where).toEqual([])
          }
          const errors = consoleErrors(window).slice(before)
          const isRefused = !page.startsWith(pagePaths.home) || (page === pagePaths.paymentInfo && reader === newcomer)
          softly(isRefused ? errors.filter(isUnexpected) : errors, page).toEqual([])
        }
      })
    }
  }

  test('each page is looked at in each width, both themes and every language, by all of its readers', () => {
    const looks = runs.flatMap((run) => run.looks)
    for (const [page, who] of readersOfPage) {
      const ofPage = looks.filter((look) => look.page === page)
      const met = (name: keyof Look) => [...new Set(ofPage.map((look) => look[name]))].toSorted()
      expect([page, met('width'), met('theme'), met('language'), met('reader')]).toEqual([
        page,
        widths.toSorted(),
        themes.toSorted(),
        languages.toSorted(),
        who.toSorted(),
      ])
    }
  })
})
