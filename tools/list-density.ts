// Counts the rows that every list shows above the fold, of a portal that runs already with the sample world:
// `node tools/run.mjs tools/list-density.ts --url http://localhost:3000`
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '#test/browser.ts'
import { densityOf, fillLists, lists, openList, windows } from '#test/e2e/list-density.ts'
import { password } from '../demo/content.ts'

const { values: options } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:3000' }, only: { type: 'string' } },
})

const browser = await chromium.launch(await findBrowser())
const heads = windows.map(({ width, height }) => `${width} x ${height}`)
process.stdout.write(`| list | ${heads.join(' | ')} |\n|---|${heads.map(() => '---').join('|')}|\n`)
for (const [email, paths] of Object.entries(lists)) {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    baseURL: options.url,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  })
  await context.request.post('/api/session', { data: { email, password } })
  const page = await context.newPage()
  await fillLists(page)
  for (const path of paths.filter((each) => !options.only || each.includes(options.only))) {
    const cells: string[] = []
    for (const viewport of windows) {
      await page.setViewportSize(viewport)
      try {
        await openList(page, path)
        const { rows, layout, first } = await densityOf(page)
        cells.push(`${rows} ${layout === 'table' ? 'rows' : 'cards'}, first at ${first}`)
      } catch (error) {
        cells.push((error as Error).message.split('\n')[0] ?? 'failed')
      }
    }
    process.stdout.write(`| ${path} | ${cells.join(' | ')} |\n`)
  }
  await context.close()
}
await browser.close()
