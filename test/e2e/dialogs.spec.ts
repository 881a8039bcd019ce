import { expect } from '@playwright/test'
import { isFullRun } from '../full-run.ts'
import { themes } from './axe.ts'
import { dialogGroups } from './dialogs/all.ts'
import { errorsOf } from './dialogs/sweep.ts'
import { consoleErrors } from './sample-world.ts'
import { test } from './swept-world.ts'

// Two workers share the groups.
test.describe.configure({ mode: 'parallel' })

/** tools/dialogs.test.ts compares the list with the components that are dialogs. */
test.describe('every dialog and drawer', () => {
  const softly = expect.configure({ soft: true })

  for (const { about, reader, dialogs } of dialogGroups) {
    test(`${about}, ${reader}: passes axe, fits a phone, gives the focus back`, async ({ browser, sweptWorld }) => {
      const page = await sweptWorld.open(browser, reader, 'specified')
      // A page is loaded without what was open or typed in it before.
      await page.addInitScript(() => sessionStorage.clear())
      for (const [place, each] of dialogs.entries()) {
        // Each theme in its turn, unless both.
        const shown = themes.filter((_, index) => isFullRun || index === place % themes.length)
        await test.step(`${each.file}: ${each.title}`, async () => {
          softly(await errorsOf(page, each, sweptWorld.addressOf(each.at), shown), `${each.file}: ${each.title}`).toEqual([])
        })
      }
      // That a proof is asked for, a warning confirmed, or a file refused.
      expect(consoleErrors(page).filter((text) => !/40[39]|422/.test(text))).toEqual([])
    })
  }
})
