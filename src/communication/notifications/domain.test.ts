import { describe, expect, test } from 'vitest'
import { canSwitchOff, type MailKind, mayGet, notificationKinds, securityMailKinds } from './domain/notifications.ts'

const kinds: readonly MailKind[] = [...notificationKinds, ...securityMailKinds]
const member = { joined: true, deleted: false, belongs: true, switchedOff: [] }

describe('mail recipients', () => {
  test('a member with every notification on gets everything', () => {
    expect(kinds.filter((kind) => mayGet(kind, member))).toEqual(kinds)
  })

  test('a member with every notification off still gets security mail', () => {
    expect(kinds.filter((kind) => mayGet(kind, { ...member, switchedOff: notificationKinds }))).toEqual(securityMailKinds)
  })

  test('an invited person gets invitations only, a deleted one nothing', () => {
    expect(kinds.filter((kind) => mayGet(kind, { ...member, joined: false }))).toEqual(['invitation', 'invitation_held'])
    expect(kinds.filter((kind) => mayGet(kind, { ...member, deleted: true }))).toEqual([])
    expect(kinds.filter((kind) => mayGet(kind, { ...member, joined: false, deleted: true }))).toEqual([])
  })

  test('who left their partner gets nothing', () => {
    expect(kinds.filter((kind) => mayGet(kind, { ...member, belongs: false }))).toEqual([])
  })

  test('no kind of mail is both optional and always sent', () => {
    expect(securityMailKinds.filter(canSwitchOff)).toEqual([])
    expect(notificationKinds.every(canSwitchOff)).toBe(true)
  })
})
