import { X509Certificate } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { scheduledBackups } from '#operations/backup/server/queries.ts'
import { backupFailure, countFailures } from '#operations/failures/server/queries.ts'
import { jobNames } from '#platform/domain/job-names.ts'
import type { BackupSchedule } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newestMigration } from '#platform/server/db/migrate.ts'
import { portalHealth } from '#platform/server/http/health.ts'
import { readQueues, retriedMails } from '#platform/server/jobs/queue-state.ts'
import { measureLiveLag } from '#platform/server/live/live-lag.ts'
import type { Portal } from '#platform/server/portal.ts'
import { productVersion } from '#platform/server/version.ts'
import type { SystemState } from '../api.ts'
import { m } from '../messages/messages.ts'

const dayMs = 86_400_000

type Checked = { readonly ok: boolean; readonly detail?: string }
const healthOf = ({ ok, detail = '' }: Checked) => ({ ok, detail: detail || null })

/** What the page 'System' shows: health and queues are the same as those of the metrics. */
export async function systemState(portal: Portal): Promise<SystemState> {
  const { clock, database, scanner } = portal
  const [{ parts }, figures, queues, liveSeconds, seal, backups, freeBytes, schema, late] = await Promise.all([
    portalHealth(portal),
    database.asActor(system, (tx) => readFigures(tx, database.kind)),
    readQueues(database),
    measureLiveLag(database),
    readSeal(portal),
    portal.config.backups && readBackups(portal, portal.config.backups),
    readFreeBytes(portal),
    newestMigration(),
    retriedMails(database, 1),
  ])
  const { files, failures, failedBackup, ...figuresOfDatabase } = figures
  const mail = queues.get('mail')
  return {
    at: clock.now().toISOString(),
    version: productVersion,
    schema,
    node: process.version,
    startedAt: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    database: { ...healthOf(parts.database), kind: database.kind, ...figuresOfDatabase },
    storage: {
      ...healthOf(parts.files),
      kind: portal.config.s3 ? 'bucket' : 'folder',
      place: portal.files.place,
      ...files,
      freeBytes,
    },
    mail: {
      ...healthOf(parts.mail),
      isSent: portal.config.smtpUrl !== null,
      waiting: (mail?.due ?? 0) + (mail?.running ?? 0) + (mail?.later ?? 0),
      oldestSeconds: mail?.age ?? 0,
      lastError: await readLastError(portal, late[0]),
    },
    seal: { ...healthOf(parts.signing), ...seal },
    scanner: scanner && parts.scanner ? healthOf(parts.scanner) : null,
    backups: backups && { ...backups, failure: failedBackup },
    queues: jobNames.map((name) => {
      const { due = 0, running = 0, later = 0, age = 0 } = queues.get(name) ?? {}
      return { name, due, running, later, oldestSeconds: age }
    }),
    failures,
    liveSeconds,
  }
}

async function readFigures(tx: Tx, kind: Portal['database']['kind']) {
  const [own, storage, failures, failedBackup] = await Promise.all([
    tx
      .selectNoFrom([
        sql<string>`current_setting('server_version')`.as('version'),
        sql<number>`pg_database_size(current_database())::bigint`.as('bytes'),
        sql<number>`(select count(*)::int from pg_stat_activity where datname = current_database())`.as('used'),
        sql<number>`current_setting('max_connections')::int`.as('most'),
      ])
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('files')
      .select([sql<number>`count(*)::int`.as('files'), sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes')])
      .executeTakeFirstOrThrow(),
    countFailures(tx),
    backupFailure(tx),
  ])
  return {
    version: own.version.split(' ')[0] ?? '',
    bytes: own.bytes,
    connections: kind === 'postgres' ? { used: own.used, most: own.most } : null,
    files: storage,
    failures,
    failedBackup,
  }
}

async function readLastError({ database }: Portal, mailId: string | undefined): Promise<string | null> {
  if (mailId === undefined) return null
  const mail = await database.asActor(system, (tx) =>
    tx.selectFrom('mails').select('last_error').where('id', '=', mailId).executeTakeFirst(),
  )
  return mail?.last_error ?? null
}

/** Subject and issuer as X.509 writes them, one part a line, become one line. */
const inOneLine = (name: string) => name.split('\n').join(', ')

async function readSeal({
  sealer,
  config,
  database,
  clock,
}: Portal): Promise<Pick<SystemState['seal'], 'certificate' | 'timestamps'>> {
  // Why keys cannot be read is part of the seal's health.
  const certificates = await sealer.knownCertificates().catch(() => null)
  const leaf = certificates && new X509Certificate(certificates.leafPem)
  const outage = await database.asActor(system, (tx) =>
    tx.selectFrom('timestamp_outages').select(['since', 'reason']).where('url', '=', config.tsaUrl).executeTakeFirst(),
  )
  return {
    certificate: leaf &&
      certificates && {
        subject: inOneLine(leaf.subject),
        issuer: inOneLine(leaf.issuer),
        validUntil: certificates.notAfter.toISOString(),
        daysLeft: Math.floor((certificates.notAfter.getTime() - clock.now().getTime()) / dayMs),
        own: certificates.own,
      },
    timestamps: config.tsaUrl
      ? {
          service: new URL(config.tsaUrl).host,
          outage: outage ? { since: outage.since.toISOString(), reason: outage.reason } : null,
        }
      : null,
  }
}

async function readBackups({ clock }: Portal, schedule: BackupSchedule) {
  const { directory } = schedule
  const now = clock.now()
  try {
    const { last, next } = await scheduledBackups(schedule, now)
    return { directory, detail: null, last: last && { ...last, at: last.at.toISOString() }, next: next.toISOString() }
  } catch (error) {
    return {
      directory,
      detail: m.backupDirUnreadable({ message: (error as Error).message }),
      last: null,
      next: now.toISOString(),
    }
  }
}

/** The disk that holds the files; null for a bucket, and where the folder is gone, which is part of the files' health. */
async function readFreeBytes({ config, files }: Portal): Promise<number | null> {
  if (config.s3) return null
  const disk = await statfs(files.place).catch(() => null)
  return disk && disk.bavail * disk.bsize
}
