import { Gauge, type Registry } from '@prometheus-io/client'
import type { Portal } from '#platform/server/portal.ts'
import { backupDueSince } from '../domain.ts'
import { scheduledBackups } from './queries.ts'

/**
 * Gauges of scheduled backups, read from their directory when they are asked for. While it cannot be read they count on from what
 * was read last: an alert that compares them would be silent if they were gone.
 */
export function addBackupGauges(registry: Registry, { clock, log, config: { backups: schedule } }: Portal): void {
  if (!schedule) return
  let last: Awaited<ReturnType<typeof scheduledBackups>>['last'] = null
  let dueSince: Date | null = null
  let isReadable = true
  const measure = async () => {
    const now = clock.now()
    try {
      ;({ last } = await scheduledBackups(schedule, now))
      if (!isReadable) log.info('the directory of the backups can be read again')
      isReadable = true
    } catch (error) {
      if (isReadable) log.warn({ reason: (error as Error).message }, 'the directory of the backups cannot be read')
      isReadable = false
    }
    const due = backupDueSince(last ? [last.name] : [], schedule.hours, now)
    // Where there is no backup, it is due since the first hour that was seen to be missed, not since the last one.
    dueSince = !last && due && dueSince ? dueSince : due
    return { now, last, dueSince }
  }
  let reading: ReturnType<typeof measure> | null = null
  /** The gauges of one collection share one reading: the directory may be on another machine. */
  const read = () => {
    reading ??= measure().finally(() => {
      reading = null
    })
    return reading
  }
  new Gauge({
    name: 'passerelle_backup_age_seconds',
    help: 'Time since the newest scheduled backup was begun; absent while there is none',
    registers: [registry],
    async collect() {
      const backups = await read()
      this.reset()
      if (backups.last) this.set((backups.now.getTime() - backups.last.at.getTime()) / 1000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'passerelle_backup_bytes',
    help: 'Size of the newest scheduled backup; absent while there is none',
    registers: [registry],
    async collect() {
      const backups = await read()
      if (backups.last) this.set(backups.last.bytes)
      else this.remove()
    },
  })
  new Gauge({
    name: 'passerelle_backup_overdue_seconds',
    help: 'Time since the first hour of BACKUP_AT that has passed without a backup since the newest; 0 when none has',
    registers: [registry],
    async collect() {
      const backups = await read()
      this.set(Math.max(0, backups.now.getTime() - (backups.dueSince?.getTime() ?? backups.now.getTime())) / 1000)
    },
  })
}
