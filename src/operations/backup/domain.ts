const hourMs = 3_600_000
/** The suffix of an archive that is not complete yet. */
export const unfinished = '.partial'
const archiveName = /^(passerelle|before-upgrade)-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/
type ArchivePrefix = 'passerelle' | 'before-upgrade'

function nameOf(prefix: ArchivePrefix, at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `${prefix}-${time}Z.tar${isEncrypted ? '.age' : ''}`
}

function timeOf(expected: ArchivePrefix, name: string): Date | null {
  const [, prefix, year, month, day, hour, minute, second] = archiveName.exec(name) ?? []
  return prefix === expected ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null
}

/** Name of a scheduled backup; `.age` is encrypted. */
export const backupName = (at: Date, isEncrypted: boolean): string => nameOf('passerelle', at, isEncrypted)

/** When a scheduled backup was begun; null for any other file. */
export const backupTime = (name: string): Date | null => timeOf('passerelle', name)

/** Name of the copy of a database from before an upgrade, which does not count as a scheduled backup. */
export const upgradeCopyName = (at: Date, isEncrypted: boolean): string => nameOf('before-upgrade', at, isEncrypted)

/** Copies from before earlier upgrades, finished or not, that were begun before that time. */
export function upgradeCopiesBefore(names: readonly string[], time: Date): string[] {
  return names.filter((name) => {
    const begun = timeOf('before-upgrade', name.replace(unfinished, ''))
    return begun !== null && begun < time
  })
}

/**
 * Whether a backup is due: there is none since the last of the `hours` (UTC). What fell into a time without a server is made up
 * for, once.
 */
export function isBackupDue(names: readonly string[], hours: readonly number[], now: Date): boolean {
  return backupDueSince(names, hours, now) !== null
}

/** The first of the `hours` (UTC) since the newest backup; the last one where there is none. Null when none is missing. */
export function backupDueSince(names: readonly string[], hours: readonly number[], now: Date): Date | null {
  const newest = Math.max(...names.map((name) => backupTime(name)?.getTime() ?? Number.NEGATIVE_INFINITY))
  const since = newest === Number.NEGATIVE_INFINITY ? lastOf(hours, now) : firstAfter(hours, new Date(newest))
  return since > now ? null : since
}

function lastOf(hours: readonly number[], now: Date): Date {
  const at = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  while (!hours.includes(at.getUTCHours())) at.setTime(at.getTime() - hourMs)
  return at
}

function firstAfter(hours: readonly number[], time: Date): Date {
  const at = lastOf(hours, time)
  do at.setTime(at.getTime() + hourMs)
  while (!hours.includes(at.getUTCHours()))
  return at
}

/** When the next backup is made: at the next of the `hours` (UTC), or now where one is due. */
export function nextBackup(names: readonly string[], hours: readonly number[], now: Date): Date {
  return isBackupDue(names, hours, now) ? now : firstAfter(hours, now)
}

/** Backups beyond the newest `keep`. Files that are no scheduled backups are never among them. */
export function expiredBackups(names: readonly string[], keep: number): string[] {
  const times = names.flatMap((name) => {
    const time = backupTime(name)
    return time ? [{ name, time: time.getTime() }] : []
  })
  return times
    .sort((a, b) => b.time - a.time)
    .slice(Math.max(1, keep))
    .map(({ name }) => name)
}

const copyMark = '.to-copy'

/** Name of the mark of a backup for which BACKUP_COMMAND has not succeeded yet. */
export const copyMarkOf = (backup: string): string => `${backup}${copyMark}`

/** The newest backup that is still to be copied by BACKUP_COMMAND; null: none. */
export function backupToCopy(names: readonly string[]): string | null {
  const [backup = null] = names
    .filter((name) => backupTime(name) !== null && names.includes(copyMarkOf(name)))
    .sort()
    .slice(-1)
  return backup
}

/** Unfinished files and marks without their backup, which a command that was killed leaves behind. */
export function isLeftover(name: string, names: readonly string[]): boolean {
  if (name.endsWith(unfinished)) return backupTime(name.slice(0, -unfinished.length)) !== null
  if (!name.endsWith(copyMark)) return false
  const backup = name.slice(0, -copyMark.length)
  return backupTime(backup) !== null && !names.includes(backup)
}
