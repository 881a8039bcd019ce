import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { test } from './portal-fixture.ts'

test('the tool that takes pictures of every page takes one in each theme and width', async ({ sampleWorld: portal }, info) => {
  const folder = info.outputPath('screens')
  const args = ['tools/screens.ts', '--url', portal.url, '--only', 'partner-dialog-lead', '--into', folder]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('4 pictures of ')
  for (const end of ['light-360', 'light-1440', 'dark-360', 'dark-1440']) {
    expect(existsSync(join(folder, `partner-dialog-lead-${end}.png`))).toBe(true)
  }
})

test('the README’s pictures show the pages as they are', { tag: ['@full'] }, async () => {
  test.setTimeout(300_000)
  // It ends with an error that names the pictures of former pages.
  await promisify(execFile)(process.execPath, ['tools/screens.ts', '--readme', '--check'])
})
