import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconFile, iconModule } from './icons.ts'

test('the pages’ icons are what tools/icons.ts writes: those that are imported, and no other', () => {
  expect(readFileSync(iconFile, 'utf8'), 'run: npm run icons').toBe(iconModule())
})
