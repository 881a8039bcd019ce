import { isIP } from 'node:net'
import * as z from 'zod/mini'

const adoptables = ['database', 'files', 'secret', 'seal'] as const
export type Adoptable = (typeof adoptables)[number]

type Problem = string | ((text: string) => string)

/** Optional text that passes `isValid`. */
const checked = (isValid: (text: string) => boolean, problem: Problem) =>
  z.string().check(
    z.refine(isValid, {
      error: ({ input }) => (typeof problem === 'string' ? problem : problem(String(input))),
    }),
  )

const wholeNumber = (name: string, min: number, max: number, what: string) =>
  z.optional(
    z.pipe(
      checked(
        (text) => Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max,
        (text) => `${name} is "${text}"; it should be ${what} from ${min} to ${max}.`,
      ),
      z.transform(Number),
    ),
  )

/** The message leaves the value out: addresses of servers contain passwords. */
const serverUrl = (name: string, protocol: RegExp, example: string) =>
  z.optional(z.url({ protocol, error: `${name} is not an address that can be used; it should look like ${example}.` }))

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash
}

function isProxy(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  return family !== 0 && (bits === undefined || (Number(bits) >= 0 && Number(bits) <= (family === 4 ? 32 : 128)))
}

/** Entries between blanks or commas. */
const list = z.pipe(
  z.string(),
  z.transform((text: string) => text.split(/[\s,]+/).filter(Boolean)),
)

/** Hosts, addresses and ranges of one's own network that may be reached. */
const ownNetwork = (name: string) =>
  z.optional(
    z.pipe(
      list,
      z.array(
        checked(
          (text) => isProxy(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text),
          (text) => `${name} has "${text}"; each entry should be a host, an IP address or a range such as 10.0.0.0/8.`,
        ),
      ),
    ),
  )

const onOrOff = (name: string) =>
  z.optional(
    checked(
      (text) => text === 'on' || text === 'off',
      (text) => `${name} is "${text}"; it should be on or off.`,
    ),
  )

/** The environment variables of the portal, each checked by itself. docs/operating/settings.md explains them. */
export const settingsSchema = z.object({
  HOST: z.optional(z.string()),
  PORT: wholeNumber('PORT', 0, 65_535, 'a number'),
  METRICS_PORT: wholeNumber('METRICS_PORT', 0, 65_535, 'a number'),
  METRICS_HOST: z.optional(z.string()),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: serverUrl('DATABASE_URL', /^postgres(ql)?$/, 'postgres://user:password@host:5432/name'),
  DB_PIPELINE: onOrOff('DB_PIPELINE'),
  DATABASE_POOL_URL: serverUrl('DATABASE_POOL_URL', /^postgres(ql)?$/, 'postgres://user:password@pooler:6432/name'),
  PUBLIC_URL: z.optional(
    z.pipe(
      checked(
        isOrigin,
        (text) => `PUBLIC_URL is "${text}"; it should be an address without a path, such as https://portal.example.com.`,
      ),
      z.transform((text: string) => new URL(text).origin),
    ),
  ),
  ADMIN_EMAIL: z.optional(
    checked(
      (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
      (text) => `ADMIN_EMAIL is "${text}"; it should be an e-mail address.`,
    ),
  ),
  ADMIN_PASSWORD: z.optional(
    z.string().check(z.minLength(6, 'ADMIN_PASSWORD is too short; it should have at least 6 characters.')),
  ),
  SMTP_URL: serverUrl('SMTP_URL', /^smtps?$/, 'smtp://user:password@host:587'),
  MAIL_FROM: z.optional(
    checked(
      (text) => /^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(text),
      (text) => `MAIL_FROM is "${text}"; it should be an address such as Acme <portal@acme.example>.`,
    ),
  ),
  SECRET: z.optional(z.string().check(z.minLength(32, 'SECRET is too short; it should have at least 32 random characters.'))),
  SESSION_DAYS: wholeNumber('SESSION_DAYS', 1, 365, 'a number of days'),
  ADOPT: z.optional(
    z.pipe(
      z.pipe(
        list,
        z.array(
          z.enum(adoptables, {
            error: ({ input }) => `ADOPT has "${input}"; it should be files, secret, database, seal or several of them.`,
          }),
        ),
      ),
      z.transform((names: Adoptable[]): ReadonlySet<Adoptable> => new Set(names)),
    ),
  ),
  TRUSTED_PROXIES: z.optional(
    z.pipe(
      list,
      z.array(
        checked(
          isProxy,
          (text) => `TRUSTED_PROXIES has "${text}"; each entry should be an IP address or a range such as 10.0.0.0/8.`,
        ),
      ),
    ),
  ),
  WEBHOOK_ALLOW_INTERNAL: ownNetwork('WEBHOOK_ALLOW_INTERNAL'),
  OIDC_ALLOW_INTERNAL: ownNetwork('OIDC_ALLOW_INTERNAL'),
  S3_ENDPOINT: serverUrl('S3_ENDPOINT', /^https?$/, 'https://s3.eu-west-3.amazonaws.com'),
  S3_BUCKET: z.optional(
    checked(
      (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text),
      (text) => `S3_BUCKET is "${text}"; it should be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.`,
    ),
  ),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_AT: z.optional(
    z.pipe(
      z.pipe(
        list,
        z.array(
          checked(
            (text) => /^([01]?\d|2[0-3])$/.test(text),
            (text) => `BACKUP_AT has "${text}"; it should be hours from 0 to 23 (UTC), such as 1 or 1 13.`,
          ),
        ),
      ),
      z.transform((hours: string[]) => [...new Set(hours.map(Number))].sort((a, b) => a - b)),
    ),
  ),
  BACKUP_KEEP: wholeNumber('BACKUP_KEEP', 1, 10_000, 'a number of backups'),
  BACKUP_COMMAND: z.optional(z.string()),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(12, 'BACKUP_PASSPHRASE is too short; it should have at least 12 characters.')),
  ),
  UPGRADE_COPY: onOrOff('UPGRADE_COPY'),
  TSA_URL: serverUrl('TSA_URL', /^https?$/, 'https://tsa.example/timestamp'),
  CLAMD_URL: serverUrl('CLAMD_URL', /^(tcp|unix)$/, 'tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'),
  ESIGN_P12_BASE64: z.optional(
    checked(
      (text) => Buffer.from(text, 'base64').length > 0,
      'ESIGN_P12_BASE64 holds nothing; it should be a P12 file in base64.',
    ),
  ),
})

export const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const s3Together = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Rules across variables: a schema of its own, as zod skips an object's checks while one of its fields is wrong. */
export const settingRelations = z.record(z.string(), z.string()).check(
  z.refine(
    ({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_EMAIL === !ADMIN_PASSWORD,
    'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.',
  ),
  z.refine(
    ({ DATABASE_URL, DATABASE_POOL_URL }) => !DATABASE_POOL_URL || Boolean(DATABASE_URL),
    'DATABASE_POOL_URL is set without DATABASE_URL; set that to the address of the server itself, without a pooler.',
  ),
  z.refine(
    (values) => new Set(s3Together.map((name) => Boolean(values[name]))).size === 1,
    `${s3Together.join(', ')} go together: set all of them or none.`,
  ),
  z.refine(
    ({ ESIGN_P12_PATH, ESIGN_P12_BASE64 }) => !(ESIGN_P12_PATH && ESIGN_P12_BASE64),
    'ESIGN_P12_PATH and ESIGN_P12_BASE64 are both set; set one of them.',
  ),
)
