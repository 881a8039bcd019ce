import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isIP } from 'node:net'

/** Settings of a running portal, read once at start. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Origin under which people reach the portal, without a slash at the end. */
  readonly publicUrl: string
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string | null
  /** Signs cookies and links, and is the root of the keys that encrypt at rest. */
  readonly secret: string
  /** Days after which a session ends, however much it is used. */
  readonly sessionDays: number
  /** What is taken for this portal's own at this start, although it was not before (`checkInstallation`). */
  readonly adopt: ReadonlySet<Adoptable>
  readonly trustedProxies: readonly string[]
  /** The provider's own certificate with its key (PKCS #12) for the seal; null: the portal makes its own. */
  readonly signingP12: { readonly bytes: Uint8Array; readonly password: string } | null
  /** Time-stamp authority (RFC 3161). */
  readonly tsaUrl: string | null
  /** The virus scanner that every upload passes; null: files are not scanned. */
  readonly clamdUrl: string | null
}

const adoptables = ['files', 'secret'] as const
type Adoptable = (typeof adoptables)[number]

/** A setting is wrong: the message is one sentence that names it and says what it should be. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the settings. Throws a SettingError for the first wrong one; makes SECRET and keeps it when absent. */
export function readConfig(env: Environment, defaults: { dataDir: string }): Config {
  const port = portOf(env.PORT)
  const dataDir = resolve(env.DATA_DIR || defaults.dataDir)
  const adminEmail = env.ADMIN_EMAIL || null
  const adminPassword = env.ADMIN_PASSWORD || null
  if (!adminEmail !== !adminPassword) {
    throw new SettingError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  if (adminEmail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) {
    throw new SettingError(`ADMIN_EMAIL is "${adminEmail}"; it should be an e-mail address.`)
  }
  if (adminPassword && adminPassword.length < 6) {
    throw new SettingError('ADMIN_PASSWORD is too short; it should have at least 6 characters.')
  }
  return {
    host: env.HOST || '127.0.0.1',
    port,
    dataDir,
    databaseUrl: urlOf('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name'),
    publicUrl: originOf(env.PUBLIC_URL) ?? `http://localhost:${port}`,
    adminEmail: adminEmail?.toLowerCase() ?? null,
    adminPassword,
    smtpUrl: urlOf('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    mailFrom: mailFromOf(env.MAIL_FROM),
    sessionDays: sessionDaysOf(env.SESSION_DAYS),
    adopt: adoptOf(env.ADOPT),
    trustedProxies: proxiesOf(env.TRUSTED_PROXIES),
    signingP12: p12Of(env),
    tsaUrl: urlOf('TSA_URL', env.TSA_URL, ['http:', 'https:'], 'https://tsa.example/timestamp'),
    clamdUrl: urlOf('CLAMD_URL', env.CLAMD_URL, ['tcp:', 'unix:'], 'tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'),
    secret: env.SECRET ? secretOf(env.SECRET) : keptSecret(dataDir),
  }
}

/** ESIGN_P12_PATH names the file, ESIGN_P12_BASE64 holds it; ESIGN_P12_PASSWORD opens it. */
function p12Of(env: Environment): Config['signingP12'] {
  const { ESIGN_P12_PATH: path, ESIGN_P12_BASE64: base64, ESIGN_P12_PASSWORD: password = '' } = env
  if (path && base64) throw new SettingError('ESIGN_P12_PATH and ESIGN_P12_BASE64 are both set; set one of them.')
  if (base64) {
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length > 0) return { bytes, password }
    throw new SettingError('ESIGN_P12_BASE64 holds nothing; it should be a P12 file in base64.')
  }
  if (!path) return null
  try {
    return { bytes: readFileSync(path), password }
  } catch (error) {
    throw new SettingError(`ESIGN_P12_PATH is "${path}", which cannot be read: ${(error as Error).message}`)
  }
}

function portOf(text: string | undefined): number {
  const port = Number(text || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new SettingError(`PORT is "${text}"; it should be a number from 0 to 65535.`)
  }
  return port
}

function sessionDaysOf(text: string | undefined): number {
  const days = Number(text || 30)
  if (!Number.isInteger(days) || days < 1 || days > 365) {
    throw new SettingError(`SESSION_DAYS is "${text}"; it should be a number of days from 1 to 365.`)
  }
  return days
}

function urlOf(name: string, text: string | undefined, protocols: readonly string[], example: string): string | null {
  if (!text) return null
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new SettingError(`${name} is not an address that can be used; it should look like ${example}.`)
  }
  return text
}

function originOf(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new SettingError(
      `PUBLIC_URL is "${text}"; it should be an address without a path, such as https://partners.example.com.`,
    )
  }
  return url.origin
}

function mailFromOf(text: string | undefined): string | null {
  if (!text) return null
  if (!/^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(text)) {
    throw new SettingError(`MAIL_FROM is "${text}"; it should be an address such as Acme <partners@acme.example>.`)
  }
  return text
}

function proxiesOf(text: string | undefined): string[] {
  const proxies = (text ?? '').split(/[\s,]+/).filter(Boolean)
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address)
    if (!family || (bits !== undefined && !(Number(bits) >= 0 && Number(bits) <= (family === 4 ? 32 : 128)))) {
      throw new SettingError(`TRUSTED_PROXIES has "${proxy}"; each entry should be an IP address or a range such as 10.0.0.0/8.`)
    }
  }
  return proxies
}

function adoptOf(text: string | undefined): ReadonlySet<Adoptable> {
  const given = (text ?? '').split(/[\s,]+/).filter(Boolean)
  const known = adoptables.filter((each) => given.includes(each))
  if (known.length < given.length) throw new SettingError(`ADOPT is "${text}"; it should be files, secret or both.`)
  return new Set(known)
}

function secretOf(text: string): string {
  if (text.length < 32) throw new SettingError('SECRET is too short; it should have at least 32 random characters.')
  return text
}

/** The secret in the data directory, made on the first start and readable by its owner only. */
function keptSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) makeSecret(path)
  return secretOf(readFileSync(path, 'utf8').trim())
}

/** Whole or not at all: on a full disk half a secret would be taken for the secret ever after. */
function makeSecret(path: string): void {
  const beside = `${path}.${process.pid}`
  try {
    writeFileSync(beside, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(beside, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Some network folders have no hard links.
    if (/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/.test(code)) renameSync(beside, path)
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(beside, { force: true })
  }
}
