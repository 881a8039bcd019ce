import { expect, test } from 'vitest'
import {
  backupDueSince,
  backupName,
  backupTime,
  backupToCopy,
  copyMarkOf,
  expiredBackups,
  isBackupDue,
  isLeftover,
  nextBackup,
} from './domain.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const nightly = backupName(at('22T01:00:07'), true)

test('the name of a backup tells when it was begun', () => {
  expect(nightly).toBe('passerelle-2026-11-22T010007Z.tar.age')
  expect(backupTime(nightly)).toEqual(at('22T01:00:07'))
  expect(backupTime('passerelle-2026-11-22T010007Z.tar.partial')).toBeNull()
})

test('a backup is due at its hours, and once for all those that passed without a server', () => {
  expect(isBackupDue([], [1], at('22T00:30:00'))).toBe(true)
  expect(isBackupDue([nightly], [1], at('22T23:59:00'))).toBe(false)
  expect(isBackupDue([nightly], [1], at('23T01:00:00'))).toBe(true)
  expect(isBackupDue([nightly], [1, 13], at('22T12:59:00'))).toBe(false)
  expect(isBackupDue([nightly], [1, 13], at('22T13:00:00'))).toBe(true)
  expect(isBackupDue([nightly], [13], at('22T12:59:00'))).toBe(false)
  expect(isBackupDue([nightly, 'passerelle-2026-11-25T081500Z.tar'], [1], at('25T09:00:00'))).toBe(false)
})

test('the next backup is at the next hour, or now where one is due', () => {
  expect(nextBackup([nightly], [1], at('22T12:00:00'))).toEqual(at('23T01:00:00'))
  expect(nextBackup([nightly], [1, 13], at('22T12:59:00'))).toEqual(at('22T13:00:00'))
  expect(nextBackup([], [1], at('22T12:00:00'))).toEqual(at('22T12:00:00'))
})

test('the oldest backups go, never the newest one or a file of others', () => {
  const names = ['20', '21', '22'].map((day) => backupName(at(`${day}T01:00:00`), false))
  expect(expiredBackups([...names, 'letter.pdf', `${names[0]}.partial`], 2)).toEqual([names[0]])
  expect(expiredBackups(names.slice(2), 1)).toEqual([])
  expect(expiredBackups(names, 0)).toEqual([names[1], names[0]])
})

test('a backup is overdue since the hour for which there is none', () => {
  expect(backupDueSince([nightly], [1], at('22T23:59:00'))).toBeNull()
  expect(backupDueSince([nightly], [1], at('23T04:00:00'))).toEqual(at('23T01:00:00'))
  expect(backupDueSince([], [1, 13], at('22T14:00:00'))).toEqual(at('22T13:00:00'))
  // Each hour that is missed after it leaves it as overdue as it was.
  expect(backupDueSince([nightly], [0, 1, 2, 3, 4], at('23T04:30:00'))).toEqual(at('22T02:00:00'))
})

test('the newest backup that is marked is still to be copied', () => {
  const [older = '', newer = ''] = ['21', '22'].map((day) => backupName(at(`${day}T01:00:00`), false))
  expect(backupToCopy([older, newer, copyMarkOf(older)])).toBe(older)
  expect(backupToCopy([older, newer, copyMarkOf(older), copyMarkOf(newer)])).toBe(newer)
  expect(backupToCopy([older, copyMarkOf(newer)])).toBeNull()
})

test('leftovers are unfinished backups and marks without a backup, never a file of others', () => {
  const name = backupName(at('22T01:00:00'), true)
  expect(isLeftover(`${name}.partial`, [])).toBe(true)
  expect(isLeftover(copyMarkOf(name), [copyMarkOf(name)])).toBe(true)
  expect(isLeftover(copyMarkOf(name), [name, copyMarkOf(name)])).toBe(false)
  for (const other of [name, 'letter.partial', 'letter.to-copy']) expect(isLeftover(other, [])).toBe(false)
})
