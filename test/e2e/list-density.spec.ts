import { expect } from '@playwright/test'
import { type Density, densityOf, fillLists, lists, openList, windows } from './list-density.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'

/** A list with too few rows does not keep the others from being counted. */
const eachList = expect.configure({ soft: true })

for (const [email, paths] of Object.entries(lists)) {
  test(`${email}: every list shows at least 12 rows on a desktop, 8 on a small one and 2 cards on a phone`, async ({
    browser,
    sampleWorld: portal,
  }) => {
    test.setTimeout(240_000)
    const context = await contextOf(browser, portal, email, { serviceWorkers: 'block' })
    const page = await context.newPage()
    await fillLists(page)
    for (const path of paths) {
      const isBoard = /leads$/.test(path)
      await openList(page, path)
      for (const { width, height, minRows, firstCard } of windows) {
        await page.setViewportSize({ width, height })
        const expected = isBoard ? 'board' : width < 768 ? 'cards' : 'table'
        // The columns of a board have cards: where the first one begins is what counts, and two of them on a phone.
        const isEnough = ({ rows, layout, first }: Density) =>
          layout === expected && (isBoard ? first <= firstCard && rows >= (width < 768 ? minRows : 1) : rows >= minRows)
        // A page follows its window by scripts, too, which a busy machine runs later.
        const density = async () => {
          const found = await densityOf(page)
          return isEnough(found) ? 'enough' : found
        }
        await eachList.poll(density, `${path} at ${width} pixels`).toBe('enough')
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await context.close()
  })
}
