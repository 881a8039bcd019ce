import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('pdfjs is loaded in Node without a warning about what draws pages', () => {
  const load = "await import('pdfjs-dist/legacy/build/pdf.mjs')"
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})
