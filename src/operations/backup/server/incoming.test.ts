import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { declareReady, incomingFolder, openIncoming, readyName, takePlace } from './incoming.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-incoming-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A portal of three entries, named by its content. */
function place(dataDir: string, content: string, names: readonly string[]): void {
  for (const name of names) {
    if (name === 'secret') writeFileSync(join(dataDir, name), content)
    else {
      mkdirSync(join(dataDir, name), { recursive: true })
      writeFileSync(join(dataDir, name, 'content'), content)
    }
  }
}
function contentOf(dataDir: string): Record<string, string> {
  const names = readdirSync(dataDir).filter((name) => ['database', 'files', 'secret', 'signing'].includes(name))
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(dataDir, name, ...(name === 'secret' ? [] : ['content'])), 'utf8')]),
  )
}
const former = { database: 'old', files: 'old', secret: 'old', signing: 'old' }
const next = { database: 'new', files: 'new', secret: 'new' }

/** A data directory with a former portal and a complete one that arrives, which has no seal. */
async function arriving(name: string): Promise<string> {
  const dataDir = join(folder, name)
  mkdirSync(join(dataDir, 'mail'), { recursive: true })
  place(dataDir, 'old', Object.keys(former))
  place(await openIncoming(dataDir, null), 'new', Object.keys(next))
  await declareReady(dataDir, { name: 'mark', server: 'db:5432/portal', aside: 'replaced-1' })
  return dataDir
}

test('a complete portal takes the place of the former one, which is kept beside it', async () => {
  const dataDir = await arriving('whole')
  expect(readyName(dataDir)).toBe('mark')
  expect(await takePlace(dataDir)).toBe(join(dataDir, 'replaced-1'))
  expect(contentOf(dataDir)).toEqual(next)
  expect(contentOf(join(dataDir, 'replaced-1'))).toEqual(former)
  expect(readdirSync(dataDir).sort()).toEqual(['database', 'files', 'mail', 'replaced-1', 'secret'])
  expect(await takePlace(dataDir)).toBeNull()
})

test('an interruption after any of its steps is finished the next time', async () => {
  const template = await arriving('template')
  const aside = 'replaced-1'
  /** The renamings in their order, as a crash may leave them. */
  const steps = [
    ['signing', join(aside, 'signing')],
    ...Object.keys(next).flatMap((name) => [
      [name, join(aside, name)],
      [join('incoming', name), name],
    ]),
  ]
  for (let done = 1; done <= steps.length; done += 1) {
    const dataDir = join(folder, `after-${done}`)
    await cp(template, dataDir, { recursive: true })
    mkdirSync(join(dataDir, aside))
    for (const [from = '', to = ''] of steps.slice(0, done)) {
      await cp(join(dataDir, from), join(dataDir, to), { recursive: true })
      rmSync(join(dataDir, from), { recursive: true })
    }
    await takePlace(dataDir)
    expect(contentOf(dataDir), `after ${done}`).toEqual(next)
    expect(contentOf(join(dataDir, aside)), `after ${done}`).toEqual(former)
  }
})

test('what an interrupted attempt left is removed, but for the files of one from the same source', async () => {
  const dataDir = join(folder, 'again')
  const left = async (source: string | null) => {
    const incoming = await openIncoming(dataDir, source)
    const content = contentOf(incoming)
    place(incoming, 'half', ['database', 'files'])
    return content
  }
  expect(await left('/data')).toEqual({})
  expect(await left('/data')).toEqual({ files: 'half' })
  expect(await left('/other')).toEqual({})
  expect(await left(null)).toEqual({})
  expect(await left(null)).toEqual({})
  expect(readdirSync(incomingFolder(dataDir)).sort()).toEqual(['database', 'files'])
})
