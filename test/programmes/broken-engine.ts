import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { takeFacts } from '#money/rules/domain/engine.ts'

const domain = fileURLToPath(new URL('../../src/money/rules/domain/', import.meta.url))
const copies = fileURLToPath(new URL('../../.cache/broken-rules/', import.meta.url))

/** A mistake in a copy of the engine: what stands in one of its files, once, and what stands there instead. */
export interface SeededError {
  readonly file: string
  readonly right: string
  readonly wrong: string
}

/** The engine with a mistake in it. Throws if what is to be replaced does not stand there exactly once. */
export async function brokenEngine(name: string, { file, right, wrong }: SeededError): Promise<typeof takeFacts> {
  const folder = `${copies}${name.replaceAll(/[^a-z]+/gi, '-')}/`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(domain, folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  const [before, after, ...more] = readFileSync(folder + file, 'utf8').split(right)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not have once: ${right}`)
  writeFileSync(folder + file, before + wrong + after)
  const engine: { takeFacts: typeof takeFacts } = await import(/* @vite-ignore */ `${folder}engine.ts`)
  return engine.takeFacts
}
