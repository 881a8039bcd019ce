import { expect, test } from 'vitest'
import { readAsStaff } from '#test/staff-reading.ts'
import {
  backupFinding,
  databaseFinding,
  formatBytes,
  formatSeconds,
  liveFinding,
  mailFinding,
  queueFinding,
  scannerFinding,
  sealFinding,
  storageFinding,
} from './domain.ts'

readAsStaff()

const well = { ok: true, detail: null }
const mail = { ...well, isSent: true, waiting: 0, oldestSeconds: 0, lastError: null }
const seal = { ...well, certificate: { daysLeft: 400 }, timestamps: null }

test.each([
  [databaseFinding({ ...well, connections: null }), 'good', 'reads and writes'],
  [databaseFinding({ ...well, connections: { used: 81, most: 100 } }), 'attention', '81 of 100 connections'],
  [databaseFinding({ ok: false, detail: 'disk full', connections: null }), 'bad', 'cannot be written: disk full.'],
  [storageFinding({ ...well, freeBytes: 2e9 }), 'good', 'read and written'],
  [storageFinding({ ...well, freeBytes: null }), 'good', 'read and written'],
  [storageFinding({ ...well, freeBytes: 9e8 }), 'attention', 'Only 900 MB are free.'],
  [storageFinding({ ok: false, detail: 'Files cannot be written (EROFS).', freeBytes: 0 }), 'bad', '(EROFS).'],
  [mailFinding(mail), 'good', 'All emails were given'],
  [mailFinding({ ...mail, waiting: 2 }), 'good', 'on their way'],
  [mailFinding({ ...mail, isSent: false }), 'attention', 'written to files'],
  [mailFinding({ ...mail, waiting: 1, lastError: '550 no' }), 'attention', 'The mail server refuses: 550 no.'],
  [mailFinding({ ...mail, ok: false, detail: 'The mail server does not answer: refused' }), 'bad', 'not answer: refused.'],
  [mailFinding({ ...mail, waiting: 1, oldestSeconds: 301 }), 'bad', 'waiting for 5 min.'],
  [sealFinding(seal), 'good', 'can be sealed'],
  [sealFinding({ ...seal, certificate: null }), 'good', 'with the first seal'],
  [sealFinding({ ...seal, certificate: { daysLeft: 60 } }), 'attention', 'ends in 60 days'],
  [sealFinding({ ...seal, timestamps: { outage: { reason: 'HTTP 500' } } }), 'attention', 'does not answer: HTTP 500.'],
  [sealFinding({ ...seal, ok: false, detail: 'The certificate ended.' }), 'bad', 'The certificate ended.'],
  [backupFinding(null), 'attention', 'No backups are scheduled'],
  [backupFinding({ detail: null, last: null, failure: null }), 'attention', 'No backup was made yet'],
  [backupFinding({ detail: null, last: { at: '' }, failure: null }), 'good', 'succeeded'],
  [backupFinding({ detail: null, last: { at: '' }, failure: { reason: 'No space' } }), 'bad', 'No space.'],
  [backupFinding({ detail: 'It cannot be read.', last: null, failure: null }), 'bad', 'It cannot be read.'],
  [queueFinding([{ oldestSeconds: 300 }]), 'good', 'as it comes'],
  [queueFinding([{ oldestSeconds: 2 }, { oldestSeconds: 7200 }]), 'bad', 'waiting for 2 h.'],
  [liveFinding(0.012), 'good', 'in 12 ms.'],
  [liveFinding(2.6), 'attention', 'in 3 s.'],
  [liveFinding(null), 'bad', 'within 5 s'],
  [scannerFinding(null), 'attention', 'not scanned'],
  [scannerFinding(well), 'good', 'are scanned'],
  [scannerFinding({ ok: false, detail: 'No answer' }), 'bad', 'No answer.'],
] as const)('%o is %s, in a sentence', (finding, condition, words) => {
  expect(finding.condition).toBe(condition)
  expect(finding.sentence).toContain(words)
  expect(finding.sentence).toMatch(/^[A-Z0-9].*\.$/)
  // What is not good says what to do.
  if (condition === 'good') expect(finding.remedy).toBeUndefined()
  else expect(finding.remedy).toMatch(/^[A-Z].*\.$/)
})

test('sizes and times are written in the unit that fits', () => {
  expect([0, 999, 1000, 1_250_000, 5e11, 2e13].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '1.3 MB',
    '500 GB',
    '20.0 TB',
  ])
  expect([0.0004, 0.25, 40, 900, 7200, 400_000].map(formatSeconds)).toEqual(['1 ms', '250 ms', '40 s', '15 min', '2 h', '5 days'])
})
