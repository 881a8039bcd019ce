import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { backupName, expiredBackups, isBackupDue } from '#domain/backup-schedule.ts'
import type { BackupSchedule, Config } from '../config.ts'
import type { Portal } from '../portal.ts'

const execute = promisify(execFile)
const command = fileURLToPath(new URL('./command.ts', import.meta.url))
const system = { kind: 'system' } as const
/** A backup that failed is tried again after an hour. */
const pauseMs = 3_600_000
/** As tools/node24.mjs says. */
const flags = process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : []

/**
 * Makes a backup if one is due, in a process of its own; older ones go after that. Throws with the reason of a failure, which
 * then stands in the staff's list of failures until a backup succeeds.
 */
export async function backUpOnSchedule(portal: Portal, schedule: BackupSchedule): Promise<void> {
  const { directory, hours, keep } = schedule
  const now = portal.clock.now()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (!isBackupDue(await readdir(directory), hours, now) || (await failedLately(portal, now))) return
  const name = backupName(now, schedule.passphrase !== null)
  await runCommand(portal.config, schedule, join(directory, name))
  const { size } = await stat(join(directory, name))
  portal.log.info({ file: join(directory, name), bytes: size }, 'a backup was made')
  await removeOld(directory, keep)
  await portal.database.asActor(system, (tx) => tx.deleteFrom('failed_jobs').where('name', '=', 'backup').execute())
}

async function failedLately({ database }: Portal, now: Date): Promise<boolean> {
  const failure = await database.asActor(system, (tx) =>
    tx
      .selectFrom('failed_jobs')
      .select('id')
      .where('name', '=', 'backup')
      .where('failed_at', '>', new Date(now.getTime() - pauseMs))
      .executeTakeFirst(),
  )
  return failure !== undefined
}

/** What `npm run backup` runs, with the settings of this portal. */
async function runCommand(
  { dataDir, databaseUrl, s3, secret }: Config,
  { passphrase }: BackupSchedule,
  out: string,
): Promise<void> {
  const { DATABASE_URL: _, BACKUP_PASSPHRASE: __, ...environment } = process.env
  try {
    await execute(process.execPath, [...flags, command, 'backup', '--out', out], {
      env: {
        ...environment,
        DATA_DIR: dataDir,
        SECRET: secret,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...(s3
          ? {
              S3_ENDPOINT: s3.endpoint,
              S3_BUCKET: s3.bucket,
              S3_REGION: s3.region,
              S3_ACCESS_KEY_ID: s3.accessKeyId,
              S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
            }
          : {}),
        ...(passphrase ? { BACKUP_PASSPHRASE: passphrase } : {}),
      },
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`The backup failed: ${stderr?.trim() || message}`)
  }
}

async function removeOld(directory: string, keep: number): Promise<void> {
  for (const name of expiredBackups(await readdir(directory), keep)) await rm(join(directory, name), { force: true })
}
