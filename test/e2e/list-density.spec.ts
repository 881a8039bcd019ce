import { expect } from '@playwright/test'
import { type Density, densityOf, fillLists, lists, openList, windows } from './list-density.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'

for (const [email, paths] of Object.entries(lists)) {
  test(`${email}: every list shows at least 12 rows on a desktop, 8 on a small one and 2 cards on a phone`, async ({
    browser,
    sampleWorld: portal,
  }) => {
    test.setTimeout(240_000)
    const context = await contextOf(browser, portal, email, { serviceWorkers: 'block' })
    const page = await context.newPage()
    await fillLists(page)
    const found: unknown[] = []
    const tooFew: unknown[] = []
    for (const path of paths) {
      const name = new URL(path, portal.url).pathname.split('/').at(-1)
      await openList(page, path)
      for (const { width, height, atLeast, firstCard } of windows) {
        await page.setViewportSize({ width, height })
        const expected = width < 768 && !/leads$/.test(path) ? 'cards' : /leads$/.test(path) ? 'board' : 'table'
        let density = await densityOf(page)
        // The columns of a board have cards: where the first one begins is what counts, and two of them on a phone.
        const isEnough = ({ rows, layout, first }: Density) =>
          layout === expected &&
          (layout === 'board' ? first <= firstCard && rows >= (width < 768 ? atLeast : 1) : rows >= atLeast)
        // A page follows its window by scripts, too, which a busy machine runs later.
        for (let left = 50; !isEnough(density) && left > 0; left -= 1) {
          await page.waitForTimeout(100)
          density = await densityOf(page)
        }
        found.push([name, width, density.rows, density.first])
        if (!isEnough(density)) tooFew.push([name, width, density])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    process.stdout.write(`${found.map((each) => JSON.stringify(each)).join('\n')}\n`)
    expect(tooFew).toEqual([])
    await context.close()
  })
}
