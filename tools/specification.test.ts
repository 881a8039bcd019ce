import { expect, test } from 'vitest'
import { errorsAfter, errorsAfterSome, errorsInSources, ranIn, statementsOf } from './specification.ts'

const file = 'src/a.test.ts'
const journey = 'test/e2e/journey.spec.ts'
const document = (...names: string[]) =>
  ['## 1. First', '', '| Statement | Shown by |', '|---|---|', ...names.map((name) => `| It is so | ${name} |`)].join('\n')
const statementsFor = (...names: string[]) => statementsOf(document(...names.map((name) => `\`${name}\``)))
const vitest = (status: string) => ({
  testResults: [
    {
      name: `${process.cwd()}/${file}`,
      assertionResults: [
        { ancestorTitles: ['things on pglite'], title: '12 cents at 15 % (exact)', status: 'passed' },
        { ancestorTitles: ['things on postgres'], title: '13 cents at 20 % (exact)', status },
      ],
    },
  ],
})
const playwright = (error?: object) => ({
  config: { rootDir: `${process.cwd()}/test/e2e` },
  suites: [
    {
      title: 'journey.spec.ts',
      file: 'journey.spec.ts',
      suites: [{ title: 'group', specs: [] }],
      specs: [
        {
          title: 'a journey',
          tests: [
            {
              status: error ? 'unexpected' : 'expected',
              results: [
                {
                  status: error ? 'failed' : 'passed',
                  steps: [{ title: 'the first step' }, { title: 'the second', ...(error ? { error } : {}) }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
})

test('a statement has a line, a text and the tests of its last cell', () => {
  const [first, second, ...others] = statementsOf(`${document('`a.ts › group › title`, `b.ts › other`', '')}\n`)
  expect(others).toEqual([])
  expect(first).toMatchObject({ line: 5, text: 'It is so' })
  expect(first?.tests.map((each) => [each.file, each.titles])).toEqual([
    ['a.ts', ['group', 'title']],
    ['b.ts', ['other']],
  ])
  expect(second?.tests).toEqual([])
})

test('the section for missing features needs no tests, until the next heading', () => {
  const text = `${document('`a.ts › b`')}\n## Not yet\n| Later | |\n|---|---|\n| Signing | |\n## More\n| It is | \`a.ts › c\` |`
  expect(statementsOf(text).map((each) => each.line)).toEqual([5, 11])
})

test('a title in the source stands for every test made of it, and all of them have to pass', () => {
  const statements = statementsFor(`${file} › things on %s › %i cents at %i % (exact)`)
  expect(errorsAfter(statements, ranIn(vitest('passed')))).toEqual([])
  for (const status of ['failed', 'pending', 'skipped', 'todo']) {
    expect(errorsAfter(statements, ranIn(vitest(status)))[0]).toMatch(/^docs\/specification\.md:5: .* did not pass$/)
  }
})

test('a step counts when it ran without an error, also in a journey that failed later', () => {
  const [first, second] = [
    statementsFor(`${journey} › a journey › the first step`),
    statementsFor(`${journey} › a journey › the second`),
  ]
  expect(errorsAfter([...first, ...second], ranIn(playwright()))).toEqual([])
  const ran = ranIn(playwright({ message: 'no' }))
  expect([errorsAfter(first, ran), errorsAfter(second, ran).length]).toEqual([[], 1])
  expect(errorsAfter(statementsFor(`${journey} › a journey`), ran)).toHaveLength(1)
})

test('a journey that passed at its second try did run', () => {
  const [test] = playwright().suites[0]?.specs[0]?.tests ?? []
  const report = playwright({ message: 'no' })
  Object.assign(report.suites[0]?.specs[0]?.tests[0] ?? {}, {
    status: 'flaky',
    results: [{ status: 'failed' }, ...(test?.results ?? [])],
  })
  const statements = statementsFor(`${journey} › a journey`, `${journey} › a journey › the second`)
  expect(errorsAfter(statements, ranIn(report))).toEqual([])
})

test('after a run of some tests, the others have to exist, and those which ran have to have passed', () => {
  const own = 'tools/specification.test.ts › a journey that passed at its second try did run'
  const statements = statementsFor(`${file} › things on %s`, own)
  expect(errorsAfterSome(statements, ranIn(vitest('passed')))).toEqual([])
  expect(errorsAfterSome(statements, ranIn(vitest('failed')))).toHaveLength(1)
  const renamed = statementsFor('tools/specification.test.ts › a title that no file has'.replace('title', 'heading'))
  expect(errorsAfterSome(renamed, ranIn(vitest('passed')))[0]).toMatch(/has no such title$/)
})

test('unknown tests, files without titles and rows without tests are errors', () => {
  const statements = [
    ...statementsFor(`${file} › things on %s › other`, 'src/b.test.ts › x', file),
    ...statementsOf(document('')),
  ]
  expect(errorsAfter(statements, ranIn(vitest('passed')))).toHaveLength(4)
})

test('without a run, the files must contain the titles', () => {
  const own = 'tools/specification.test.ts'
  expect(errorsInSources(statementsFor(`${own} › without a run, the files must contain the titles`))).toEqual([])
  const wrong = statementsFor(
    `${own} › ${['no', 'such', 'title'].join('-')}`,
    'tools/none.test.ts › x',
    own,
    `${own} › the files must contain`,
  )
  expect(errorsInSources(wrong)).toHaveLength(4)
})
