import { expect } from '@playwright/test'
import { decidedBy, fillLists, hiddenOf, lists, openList } from './list-density.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'

/** A list with a fault does not keep the others from being looked at. */
const eachList = expect.configure({ soft: true })

for (const [email, paths] of Object.entries(lists)) {
  test(`${email}: no list cuts a number or hides what one decides by, from 820 to 1440 pixels`, async ({
    browser,
    sampleWorld: portal,
  }) => {
    test.setTimeout(240_000)
    const context = await contextOf(browser, portal, email, { serviceWorkers: 'block' })
    const page = await context.newPage()
    await fillLists(page)
    for (const path of paths.filter((each) => !/leads$/.test(each))) {
      await openList(page, path)
      for (const width of [820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        // A page follows its window by scripts, too, which a busy machine runs later.
        const fault = async () => {
          const { faults, columns } = await hiddenOf(page)
          const missing = columns && (decidedBy[path] ?? []).filter((name) => !columns.includes(name))
          return [...faults, ...(missing ?? []).map((name) => `out of sight: ${name}`)].slice(0, 5).join('; ')
        }
        await eachList.poll(fault, `${path} at ${width} pixels`).toBe('')
      }
    }
    await context.close()
  })
}
