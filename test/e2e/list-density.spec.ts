import { expect } from '@playwright/test'
import { densityOf, fillLists, lists, openList, windows } from './list-density.ts'
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
        await expect.poll(async () => (await densityOf(page)).layout === 'cards', path).toBe(width < 768 && !/leads$/.test(path))
        const { rows, layout, first } = await densityOf(page)
        found.push([name, width, rows, first])
        // The columns of a board have cards: where the first one begins is what counts, and two of them on a phone.
        const isEnough = layout === 'board' ? first <= firstCard && rows >= 1 : rows >= atLeast
        if (!isEnough || (width < 768 && rows < atLeast)) tooFew.push([name, width, { rows, first }])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    process.stdout.write(`${found.map((each) => JSON.stringify(each)).join('\n')}\n`)
    expect(tooFew).toEqual([])
    await context.close()
  })
}
