import { expect, test } from 'vitest'
import { brokenLinks, missingFiles } from './named-files.ts'

test('a document names files that exist, by their whole path or its end', () => {
  const files = ['src/leads/leads/api/leads.ts', 'docs/tasks.md']
  const names = 'See `src/leads/leads/api/leads.ts`, `api/leads.ts`, `docs/tasks.md`, `leads.ts` and `dist/server/main.js`.'
  expect(missingFiles(names, files)).toEqual([])
  expect(missingFiles('Once `leads/api/lead.ts` and `pi/leads.ts`.', files)).toEqual(['leads/api/lead.ts', 'pi/leads.ts'])
})

test('a link of a document leads to a file, and to a heading of it', () => {
  const links = '[a](two.md#one-half--and-more) [b](#here) [c](../one) [d](https://acme.example/x#y) `[e](none.md)`\n## Here'
  const texts = new Map([
    ['docs/a.md', `[f](two.md#none) [g](three.md) ${links}`],
    ['docs/two.md', '# Two\n\n## One half – and more'],
    ['one', ''],
  ])
  expect(brokenLinks('docs/a.md', (path) => texts.get(path) ?? null)).toEqual(['two.md#none', 'three.md'])
})
