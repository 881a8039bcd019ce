import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepAssets } from './kept-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'assets'))
const write = (name: string, content: string) => writeFileSync(join(folder, 'assets', name), content)

test('an asset is read once, in the encoding that the browser takes best', async () => {
  const keptAsset = keepAssets(folder)
  const sent = async (name: string, accepted?: string) => {
    const asset = await keptAsset(`assets/${name}`, accepted)
    return asset && [asset.encoding, asset.content.toString(), asset.mediaType]
  }
  write('page.js', 'plain')
  write('page.js.gz', 'by gzip')
  write('text.woff2', 'font')
  write('licence.txt', 'text')
  const script = 'application/javascript; charset=utf-8'
  expect(await sent('page.js', 'GZIP, br;q=0')).toEqual(['gzip', 'by gzip', script])
  expect(await sent('page.js', 'identity')).toBeNull()
  expect(await sent('page.js')).toBeNull()
  expect(await sent('licence.txt', 'br')).toBeNull()
  expect(await sent('text.woff2', 'br')).toEqual([null, 'font', 'font/woff2'])
  // Compressed while the portal runs.
  expect(await sent('page.js', 'gzip, br')).toBeNull()
  write('page.js.br', 'by brotli')
  expect(await sent('page.js', 'gzip, br')).toEqual(['br', 'by brotli', script])
  rmSync(join(folder, 'assets'), { recursive: true })
  expect(await sent('page.js', 'gzip, br')).toEqual(['br', 'by brotli', script])
  expect(await sent('page.js', 'gzip')).toEqual(['gzip', 'by gzip', script])
})
