import { isIP } from 'node:net'
import * as z from 'zod/mini'

const adoptables = ['files', 'secret'] as const
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

/** The environment variables of the portal, each checked by itself. docs/operating.md explains them. */
export const settingsSchema = z.object({
  HOST: z.optional(z.string()),
  PORT: wholeNumber('PORT', 0, 65_535, 'a number'),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: serverUrl('DATABASE_URL', /^postgres(ql)?$/, 'postgres://user:password@host:5432/name'),
  PUBLIC_URL: z.optional(
    z.pipe(
      checked(
        isOrigin,
        (text) => `PUBLIC_URL is "${text}"; it should be an address without a path, such as https://partners.example.com.`,
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
      (text) => `MAIL_FROM is "${text}"; it should be an address such as Acme <partners@acme.example>.`,
    ),
  ),
  SECRET: z.optional(z.string().check(z.minLength(32, 'SECRET is too short; it should have at least 32 random characters.'))),
  SESSION_DAYS: wholeNumber('SESSION_DAYS', 1, 365, 'a number of days'),
  ADOPT: z.optional(
    z.pipe(
      z.pipe(
        list,
        z.array(z.enum(adoptables, { error: ({ input }) => `ADOPT has "${input}"; it should be files, secret or both.` })),
      ),
      z.transform((given: Adoptable[]): ReadonlySet<Adoptable> => new Set(given)),
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
  TSA_URL: serverUrl('TSA_URL', /^https?$/, 'https://tsa.example/timestamp'),
  CLAMD_URL: serverUrl('CLAMD_URL', /^(tcp|unix)$/, 'tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'),
  ESIGN_P12_BASE64: z.optional(
    checked(
      (text) => Buffer.from(text, 'base64').length > 0,
      'ESIGN_P12_BASE64 holds nothing; it should be a P12 file in base64.',
    ),
  ),
})

/** Rules across variables: a schema of its own, as zod skips an object's checks while one of its fields is wrong. */
export const settingRelations = z.record(z.string(), z.string()).check(
  z.refine(
    ({ ADMIN_EMAIL, ADMIN_PASSWORD }) => !ADMIN_EMAIL === !ADMIN_PASSWORD,
    'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.',
  ),
  z.refine(
    ({ ESIGN_P12_PATH, ESIGN_P12_BASE64 }) => !(ESIGN_P12_PATH && ESIGN_P12_BASE64),
    'ESIGN_P12_PATH and ESIGN_P12_BASE64 are both set; set one of them.',
  ),
)
