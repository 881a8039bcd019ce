import { expect, test } from 'vitest'
import { layout } from './layout.ts'

const sheet = {
  language: 'fr' as const,
  provider: 'Atelier Loire',
  logo: null,
  title: 'Contrat',
  body: [],
  complete: true,
  day: '2026-11-26',
}

interface Node {
  readonly style?: string
}
interface Definition {
  readonly header: () => Node & { readonly columns: readonly Node[] }
  readonly footer: (page: number, pages: number) => Node & { readonly columns: readonly Node[] }
  readonly pageBreakBefore: (
    node: { readonly headlineLevel?: number },
    queries: { readonly getFollowingNodesOnPage: () => readonly Node[] },
  ) => boolean
}

test('a document says in which language it is', () => {
  for (const language of ['fr', 'en'] as const) {
    expect(layout({ ...sheet, language }, (text) => text)).toMatchObject({ language })
  }
})

test('a heading that only the footer follows goes to the next page', () => {
  const { header, footer, pageBreakBefore } = layout(sheet, (text) => text) as Definition
  const running = [header(), footer(1, 2)].flatMap((node) => [node, ...node.columns])
  const breaksBefore = (following: readonly Node[]) =>
    pageBreakBefore({ headlineLevel: 2 }, { getFollowingNodesOnPage: () => following })
  expect(breaksBefore(running)).toBe(true)
  expect(breaksBefore([{}, ...running])).toBe(false)
  expect(pageBreakBefore({}, { getFollowingNodesOnPage: () => running })).toBe(false)
})
