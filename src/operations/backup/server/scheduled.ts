import { readFileSync } from 'node:fs'
import { access, constants, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { system } from '#access/domain/actor.ts'
import { JobFailure } from '#platform/domain/job-cause.ts'
import type { BackupSchedule, Config } from '#platform/server/config.ts'
import type { Portal } from '#platform/server/portal.ts'
import { backupName, backupToCopy, copyMarkOf, expiredBackups, isBackupDue, isLeftover } from '../domain.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

const command = fileURLToPath(new URL('./command.ts', import.meta.url))
/** A backup that failed is tried again after an hour. */
const pauseMs = 3_600_000
const maxCommandMs = 6 * 3_600_000
const leftoverMs = 86_400_000
/** What a program says about its failure is cut here. */
const maxOutputLength = 500
/** Settings that a command which copies files has no use for. */
const opensPortal = /^(DATABASE_(POOL_)?URL|SECRET|BACKUP_PASSPHRASE|SMTP_URL|ADMIN_PASSWORD|S3_SECRET_ACCESS_KEY|ESIGN_P12_.*)$/
/** The flags with which tools/node24.mjs runs commands; the reasons are there. */
const commandFlags = JSON.parse(readFileSync(new URL('../../../../tools/command-flags.json', import.meta.url), 'utf8'))
const needsSafeMemory = process.platform === 'linux' && process.arch === 'x64'
const flags: readonly string[] = [...(needsSafeMemory ? commandFlags.webAssembly : []), ...commandFlags.command]

/**
 * Makes a backup if one is due, in a process of its own, and runs BACKUP_COMMAND for it; older ones go after that. Throws with
 * the reason of a failure, which then stands in the staff's list of failures until a backup succeeds. A command that failed is
 * run again for the same backup.
 */
export async function backUpOnSchedule(portal: Portal, schedule: BackupSchedule): Promise<void> {
  const { directory, hours, keep, command } = schedule
  const now = portal.clock.now()
  const names = await openDirectory(directory)
  const uncopied = command === null ? null : backupToCopy(names)
  const isDue = isBackupDue(names, hours, now)
  if ((!isDue && uncopied === null) || (await failedLately(portal, now))) return
  const name = isDue || uncopied === null ? await makeBackup(portal, schedule, now) : uncopied
  if (command !== null) await copyAway(directory, name, command)
  await removeOld(directory, keep, now)
  await portal.database.asActor(system, (tx) => tx.deleteFrom('failed_jobs').where('name', '=', 'backup').execute())
}

/** Says at the start, without delaying it, that no backup can be made: the directory may be away, or closed to the service. */
export async function checkBackupDirectory({ config: { backups }, log }: Pick<Portal, 'config' | 'log'>): Promise<void> {
  if (!backups) return
  const { directory } = backups
  try {
    await openDirectory(directory)
  } catch (error) {
    log.error({ reason: (error as Error).message }, `BACKUP_DIR ${directory} cannot be used: no backup is made until it can`)
  }
}

/** What is in the directory, which is made where there is none. Throws unless files can be written there. */
async function openDirectory(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  return readdir(directory)
}

async function makeBackup(portal: Portal, schedule: BackupSchedule, now: Date): Promise<string> {
  const { directory, command } = schedule
  const name = backupName(now, portal.config.backupPassphrase !== null)
  const path = join(directory, name)
  // The mark comes first: a server that is killed after the backup leaves it marked.
  if (command !== null) await writeFile(join(directory, copyMarkOf(name)), '')
  await runBackup(portal.config, path)
  const { size } = await stat(path)
  portal.log.info({ file: path, bytes: size }, 'a backup was made')
  return name
}

/** Runs the operator's command, which sees the environment but for what opens the portal. */
export async function copyAway(directory: string, name: string, command: string): Promise<void> {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !opensPortal.test(key)))
  try {
    const env = { ...environment, BACKUP_FILE: join(directory, name) }
    await runProgram('sh', ['-c', command], { env, timeoutMs: maxCommandMs })
  } catch (error) {
    const isLate = error instanceof ProgramFailed && error.timedOut
    const { message } = error as Error
    const reason = isLate ? 'it was ended after six hours' : message
    throw new JobFailure(`The backup ${name} was made, but BACKUP_COMMAND failed: ${reason}`, {
      work: 'backup',
      reference: name,
      ...(isLate
        ? { refusal: 'command_too_long', facts: { hours: maxCommandMs / 3_600_000 } }
        : { refusal: 'command_failed', facts: { output: message.slice(0, maxOutputLength) } }),
    })
  }
  await rm(join(directory, copyMarkOf(name)), { force: true })
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
async function runBackup({ dataDir, databaseUrl, s3, secret, backupPassphrase: passphrase }: Config, out: string): Promise<void> {
  const { DATABASE_URL: _, BACKUP_PASSPHRASE: __, ...environment } = process.env
  try {
    await runProgram(process.execPath, [...flags, command, 'backup', '--out', out], {
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
    const { message } = error as Error
    const facts = { output: message.slice(0, maxOutputLength) }
    throw new JobFailure(`The backup failed: ${message}`, { work: 'backup', reference: null, refusal: 'backup_failed', facts })
  }
}

async function removeOld(directory: string, keep: number, now: Date): Promise<void> {
  for (const name of expiredBackups(await readdir(directory), keep)) await rm(join(directory, name), { force: true })
  const names = await readdir(directory)
  for (const name of names.filter((each) => isLeftover(each, names))) {
    const { mtimeMs } = await stat(join(directory, name))
    // Another server may be writing a younger one.
    if (now.getTime() - mtimeMs > leftoverMs) await rm(join(directory, name), { force: true })
  }
}
