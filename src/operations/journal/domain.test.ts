import { expect, test } from 'vitest'
import { canonicalJson, linkText, noHash } from './domain.ts'

test('a row is hashed as canonical JSON', () => {
  const link = {
    seq: 12,
    eventId: '01a205bd-f07c-73ab-911d-6b0a16415eaa',
    name: 'lead.created',
    occurredAt: '2026-11-22T18:00:00.123456Z',
    chainedAt: '2026-11-22T18:00:02.000000Z',
    recordHash: 'ab'.repeat(32),
    prevHash: noHash,
  }
  expect(linkText(link)).toBe(canonicalJson(link))
  const stored = { ...link, hash: 'not of it' }
  expect(linkText(stored)).toBe(canonicalJson(link))
})
