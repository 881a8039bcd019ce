import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyName } from './archive-format.ts'
import { erasedListName } from './erased-list-commands.ts'

/** Names below DATA_DIR, and contents. */
export type PortalKeys = ReadonlyMap<string, Buffer>

/**
 * What a portal cannot be without: the secret, and what seals contracts. A P12 file of the provider's own stays where the
 * provider keeps it.
 */
export async function readKeys(dataDir: string, secret: string): Promise<PortalKeys> {
  const keys = new Map([['secret', Buffer.from(`${secret}\n`)]])
  const erased = await readFile(join(dataDir, erasedListName)).catch(noneIfAbsent)
  if (Buffer.isBuffer(erased)) keys.set(erasedListName, erased)
  for (const folder of ['signing', 'signing/certificates']) {
    for (const file of (await readdir(join(dataDir, folder)).catch(noneIfAbsent)).sort()) {
      const name = `${folder}/${file}`
      if (keyName.test(name)) keys.set(name, await readFile(join(dataDir, name)))
    }
  }
  return keys
}

/** Writes a key for its owner alone. It is on disk when this resolves. */
export async function writeKey(dataDir: string, name: string, bytes: Buffer): Promise<void> {
  if (!keyName.test(name)) throw new Error(`not the name of a key: ${name}`)
  const path = join(dataDir, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function noneIfAbsent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}
