import { createRequire } from 'node:module'
import { plainText } from '#platform/domain/typed-text.ts'

let supported: Promise<ReadonlySet<number>> | undefined

/** Characters of the texts that are missing in the font (it covers Latin, Greek and Cyrillic), without duplicates. */
export async function unprintable(texts: readonly string[]): Promise<string[]> {
  supported ??= readFont()
  const supportedCodePoints = await supported
  const characters = new Set(plainText(texts.join('')).replace(/\s+/g, ''))
  return [...characters].filter((character) => !supportedCodePoints.has(character.codePointAt(0) ?? 0))
}

/** The other three faces cover the same characters. */
async function readFont(): Promise<ReadonlySet<number>> {
  const { openSync } = await import('fontkit')
  const require = createRequire(import.meta.url)
  return new Set(openSync(require.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')).characterSet)
}
