import { expect, test } from 'vitest'
import { missingFiles } from './named-files.ts'

test('a document names files that exist, by their whole path or its end', () => {
  const files = ['src/leads/leads/api/leads.ts', 'docs/tasks.md']
  const names = 'See `src/leads/leads/api/leads.ts`, `api/leads.ts`, `docs/tasks.md`, `leads.ts` and `dist/server/main.js`.'
  expect(missingFiles(names, files)).toEqual([])
  expect(missingFiles('Once `leads/api/lead.ts` and `pi/leads.ts`.', files)).toEqual(['leads/api/lead.ts', 'pi/leads.ts'])
})
