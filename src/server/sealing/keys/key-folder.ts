import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/db/start-error.ts'
import type { KeyMaterial } from './seal-key.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const privateKeyPattern = /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/

/** Whether a generated key exists, readable or not. */
export function hasSealKey(dataDir: string): boolean {
  return existsSync(new KeyFolder(dataDir).keyFile)
}

/** `<data>/signing`: the generated key, and the certificates of all keys ever used. */
export class KeyFolder {
  readonly #folder: string
  readonly #known: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'signing')
    this.#known = join(this.#folder, 'certificates')
  }

  get keyFile(): string {
    return join(this.#folder, 'seal.pem')
  }

  /** Throws a StartError if the folder cannot be created. */
  async open(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await mkdir(this.#known, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw new StartError(`The folder ${this.#folder} for the electronic seal cannot be used: ${(error as Error).message}.`)
    }
  }

  /** The existing key, or a new one from `make`. Servers that start at the same time all get the same key. */
  async readOrMake(make: () => Promise<string>, log: FastifyBaseLogger): Promise<KeyMaterial> {
    const text = (await this.#read()) ?? (await this.#keep(await make()))
    const { mode } = await stat(this.keyFile)
    if ((mode & 0o077) !== 0) log.warn(`the key of the electronic seal can be read by others: chmod 600 ${this.keyFile}`)
    return this.#parse(text)
  }

  async #read(): Promise<string | null> {
    try {
      return await readFile(this.keyFile, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw this.#unreadable((error as Error).message)
    }
  }

  async #keep(text: string): Promise<string> {
    try {
      await placeOnce(this.keyFile, text)
    } catch (error) {
      throw new StartError(`The key of the electronic seal cannot be written to ${this.keyFile}: ${(error as Error).message}.`)
    }
    return (await this.#read()) ?? text
  }

  #parse(text: string): KeyMaterial {
    try {
      const privateKeyPem = privateKeyPattern.exec(text)?.[0]
      const certificates = (text.match(certificatePattern) ?? []).map((pem) => new X509Certificate(pem))
      const [leaf] = certificates
      if (!privateKeyPem || !leaf || certificates.length < 2) throw new Error('a key and two certificates should be in it')
      if (!leaf.checkPrivateKey(createPrivateKey(privateKeyPem))) throw new Error('its key does not match its certificate')
      return { kind: 'made', privateKeyPem, chain: certificates.map(({ raw }) => new Uint8Array(raw)) }
    } catch (error) {
      throw this.#unreadable((error as Error).message)
    }
  }

  #unreadable(reason: string): StartError {
    return new StartError(
      `The key of the electronic seal in ${this.keyFile} cannot be read (${reason}): put back a copy, ` +
        'or move the file away to begin with a new key.',
    )
  }

  /** Stores the certificates, so that seals stay verifiable after a key change. */
  async remember(chain: readonly Uint8Array[]): Promise<void> {
    const [leaf] = chain
    if (!leaf) return
    const name = new X509Certificate(leaf).fingerprint256.replaceAll(':', '').toLowerCase()
    await placeOnce(join(this.#known, `${name}.pem`), chain.map((bytes) => new X509Certificate(bytes).toString()).join(''))
  }

  /** Certificate chains of all keys ever used, in DER, leaf first. */
  async remembered(): Promise<Uint8Array[][]> {
    const names = (await readdir(this.#known)).filter((name) => name.endsWith('.pem')).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(this.#known, name), 'utf8')))
    return texts.map((text) => (text.match(certificatePattern) ?? []).map((pem) => new Uint8Array(new X509Certificate(pem).raw)))
  }
}

/** Atomic create: writes a temporary file and links it; never overwrites. */
async function placeOnce(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(beside, path)
    const folder = await open(join(path, '..'))
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(beside)
  }
}
