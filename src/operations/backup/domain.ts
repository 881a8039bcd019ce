const hourMs = 3_600_000
/** The suffix of an archive that is not complete yet. */
export const unfinished = '.partial'
const archiveName = /^passerelle-(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/

/** Name of a scheduled backup; `.age` is encrypted. */
export function backupName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `passerelle-${time}Z.tar${isEncrypted ? '.age' : ''}`
}

/** When a scheduled backup was begun; null for any other file. */
export function backupTime(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = archiveName.exec(name) ?? []
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null
}

/**
 * Whether a backup is due: there is none since the last of the `hours` (UTC). What fell into a time without a server is made up
 * for, once.
 */
export function isBackupDue(names: readonly string[], hours: readonly number[], now: Date): boolean {
  return backupDueSince(names, hours, now) !== null
}

/** The last of the `hours` (UTC) for which there is no backup; null when it is there. */
export function backupDueSince(names: readonly string[], hours: readonly number[], now: Date): Date | null {
  const newest = Math.max(...names.map((name) => backupTime(name)?.getTime() ?? Number.NEGATIVE_INFINITY))
  const last = lastOf(hours, now)
  return newest < last.getTime() ? last : null
}

function lastOf(hours: readonly number[], now: Date): Date {
  const at = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  while (!hours.includes(at.getUTCHours())) at.setTime(at.getTime() - hourMs)
  return at
}

/** When the next backup is made: at the next of the `hours` (UTC), or now where one is due. */
export function nextBackup(names: readonly string[], hours: readonly number[], now: Date): Date {
  if (isBackupDue(names, hours, now)) return now
  const next = lastOf(hours, now)
  do next.setTime(next.getTime() + hourMs)
  while (!hours.includes(next.getUTCHours()))
  return next
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
