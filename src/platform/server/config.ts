import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { S3Settings } from '#platform/server/files/s3-store.ts'
import { type TracingSettings, tracingSettings } from '#platform/server/tracing/tracing-settings.ts'
import { keptSecret } from './kept-secret.ts'
import { type Adoptable, type s3Settings, settingRelations, settingsSchema } from './settings-schema.ts'

/** Settings of a running portal, read once at start. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Port on which Prometheus reads metrics; null: none. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null
  readonly databaseUrl: string | null
  /** A pooler in transaction mode before that server, for requests; null: they use the server itself. */
  readonly databasePoolUrl: string | null
  /** Whether statements travel together (docs/pipelined-connection.md). */
  readonly isPipelined: boolean
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
  /** Parts that the operator lets this portal adopt at this start, although they belonged to another (`checkInstallation`). */
  readonly adopt: ReadonlySet<Adoptable>
  /** A bucket for files; null: they are in the data directory. */
  readonly s3: S3Settings | null
  readonly trustedProxies: readonly string[]
  /** The provider's own certificate with its key (PKCS #12) for the seal; null: the portal makes its own. */
  readonly signingP12: { readonly bytes: Uint8Array; readonly password: string } | null
  /** Time-stamp authority (RFC 3161). */
  readonly tsaUrl: string | null
  /** The virus scanner that every upload passes; null: files are not scanned. */
  readonly clamdUrl: string | null
  /** Hosts, addresses and ranges that webhooks may reach although they are internal. */
  readonly webhookAllowInternal: readonly string[]
  /** The same for the provider that people sign in with. */
  readonly oidcAllowInternal: readonly string[]
  /** Null: the portal makes no backups by itself. */
  readonly backups: BackupSchedule | null
  /** Encrypts them, and the copy of before an upgrade; null: neither is encrypted. */
  readonly backupPassphrase: string | null
  /** False: an upgrade begins without a copy of the database. */
  readonly copiesBeforeUpgrade: boolean
}

export interface BackupSchedule {
  readonly directory: string
  /** Hours of the day, UTC. */
  readonly hours: readonly number[]
  /** How many backups stay. */
  readonly keep: number
  /** Run by the shell after each backup, with its path in BACKUP_FILE. */
  readonly command: string | null
}

/** Settings are wrong: the message has one sentence for each, which names it and says what it should be. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks the settings. An empty variable counts as absent. Throws a SettingError that names every wrong setting;
 * generates SECRET and stores it in the data directory when it is absent.
 */
export function readConfig(environment: Environment, defaults: { dataDir: string }): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const parsed = z.safeParse(settingsSchema, values)
  const related = z.safeParse(settingRelations, values)
  const p12 = readP12(values)
  const problems = [parsed, related].flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? [])
  if (p12.problem) problems.push(p12.problem)
  if (!parsed.success || problems.length > 0) throw new SettingError([...new Set(problems)].join('\n'))
  const settings = parsed.data
  const dataDir = resolve(settings.DATA_DIR ?? defaults.dataDir)
  return {
    host: settings.HOST ?? '127.0.0.1',
    port: settings.PORT ?? 3000,
    dataDir,
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHost: settings.METRICS_HOST ?? '127.0.0.1',
    tracing: tracingSettings(values),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolUrl: settings.DATABASE_POOL_URL ?? null,
    isPipelined: settings.DB_PIPELINE !== 'off',
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT ?? 3000}`,
    adminEmail: settings.ADMIN_EMAIL?.toLowerCase() ?? null,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? null,
    sessionDays: settings.SESSION_DAYS ?? 30,
    adopt: settings.ADOPT ?? new Set(),
    s3: s3Of(settings),
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    signingP12: p12.file,
    tsaUrl: settings.TSA_URL ?? null,
    clamdUrl: settings.CLAMD_URL ?? null,
    webhookAllowInternal: settings.WEBHOOK_ALLOW_INTERNAL ?? [],
    oidcAllowInternal: settings.OIDC_ALLOW_INTERNAL ?? [],
    backups: settings.BACKUP_DIR
      ? {
          directory: resolve(settings.BACKUP_DIR),
          hours: settings.BACKUP_AT ?? [1],
          keep: settings.BACKUP_KEEP ?? 14,
          command: settings.BACKUP_COMMAND ?? null,
        }
      : null,
    backupPassphrase: settings.BACKUP_PASSPHRASE ?? null,
    copiesBeforeUpgrade: settings.UPGRADE_COPY !== 'off',
    secret: settings.SECRET ?? secretIn(dataDir),
  }
}

/** The bucket; null unless all that it takes is set. */
export function s3Of(settings: Pick<z.infer<typeof settingsSchema>, (typeof s3Settings)[number]>): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** The P12 file from ESIGN_P12_PATH or ESIGN_P12_BASE64; ESIGN_P12_PASSWORD opens it. */
function readP12(environment: Environment): { readonly file: Config['signingP12']; readonly problem?: string } {
  const { ESIGN_P12_PATH: path, ESIGN_P12_BASE64: base64, ESIGN_P12_PASSWORD: password = '' } = environment
  if (base64) return { file: { bytes: Buffer.from(base64, 'base64'), password } }
  if (!path) return { file: null }
  try {
    return { file: { bytes: readFileSync(path), password } }
  } catch (error) {
    return { file: null, problem: `ESIGN_P12_PATH is "${path}", which cannot be read: ${(error as Error).message}` }
  }
}

function secretIn(dataDir: string): string {
  const secret = z.safeParse(settingsSchema.shape.SECRET, keptSecret(dataDir))
  if (secret.success && secret.data) return secret.data
  throw new SettingError(
    `The file "secret" in ${dataDir} is too short; restore it, or start once with ADOPT=secret and without it.`,
  )
}
