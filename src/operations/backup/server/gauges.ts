import { Gauge, type Registry } from '@prometheus-io/client'
import type { Portal } from '#platform/server/portal.ts'
import { scheduledBackups } from './queries.ts'

/** Gauges of scheduled backups, read from their directory when they are asked for; absent while it cannot be read. */
export function addBackupGauges(registry: Registry, { clock, log, config: { backups: schedule } }: Portal): void {
  if (!schedule) return
  const measure = async () => {
    const now = clock.now()
    try {
      return { now, ...(await scheduledBackups(schedule, now)) }
    } catch (error) {
      log.warn({ err: error }, 'the backups could not be measured')
      return null
    }
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
      if (backups?.last) this.set((backups.now.getTime() - backups.last.at.getTime()) / 1000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'passerelle_backup_bytes',
    help: 'Size of the newest scheduled backup; absent while there is none',
    registers: [registry],
    async collect() {
      const backups = await read()
      if (backups?.last) this.set(backups.last.bytes)
      else this.remove()
    },
  })
  new Gauge({
    name: 'passerelle_backup_overdue_seconds',
    help: 'Time since the last hour of BACKUP_AT for which there is no backup; 0 when it is there',
    registers: [registry],
    async collect() {
      const backups = await read()
      if (backups) this.set(Math.max(0, backups.now.getTime() - (backups.dueSince?.getTime() ?? backups.now.getTime())) / 1000)
      else this.remove()
    },
  })
}
