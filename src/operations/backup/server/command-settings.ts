import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { SettingError, s3Of } from '#platform/server/config.ts'
import type { S3Settings } from '#platform/server/files/s3-store.ts'
import { settingRelations, settingsSchema } from '#platform/server/settings-schema.ts'

/** What the commands for backups take from the environment. They make no secret: a portal without one is not there. */
export interface CommandSettings {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** A bucket for files; null: they are in DATA_DIR. */
  readonly s3: S3Settings | null
  /** The SECRET from the environment; null if it is, or will be, in DATA_DIR. */
  readonly secret: string | null
  readonly passphrase: string | null
}

export function readCommandSettings(environment: Readonly<Record<string, string | undefined>>): CommandSettings {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const { success, data, error } = z.safeParse(
    z.pick(settingsSchema, {
      DATA_DIR: true,
      DATABASE_URL: true,
      SECRET: true,
      BACKUP_PASSPHRASE: true,
      S3_ENDPOINT: true,
      S3_BUCKET: true,
      S3_REGION: true,
      S3_ACCESS_KEY_ID: true,
      S3_SECRET_ACCESS_KEY: true,
    }),
    values,
  )
  const related = z.safeParse(settingRelations, values)
  const problems = [error, related.error].flatMap((each) => each?.issues.map(({ message }) => message) ?? [])
  if (!success || problems.length > 0) throw new SettingError(problems.join('\n'))
  return {
    dataDir: resolve(data.DATA_DIR ?? './data'),
    databaseUrl: data.DATABASE_URL ?? null,
    s3: s3Of(data),
    secret: data.SECRET ?? null,
    passphrase: data.BACKUP_PASSPHRASE ?? null,
  }
}

/** The secret of the portal that is there. Throws a SettingError if there is none. */
export function readSecret({ dataDir, secret }: CommandSettings): string {
  const path = join(dataDir, 'secret')
  if (secret !== null) return secret
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  throw new SettingError(`There is no portal in ${dataDir}: set DATA_DIR, and DATABASE_URL and SECRET if it uses them.`)
}
