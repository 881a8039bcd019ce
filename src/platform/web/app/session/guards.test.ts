import { describe, expect, test } from 'vitest'
import type { Me } from '#platform/api/session.ts'
import { redirectFor } from './guards.ts'

const person = (role: Me['role']): Me => ({
  id: '1',
  email: 'a@b.fr',
  fullName: 'A',
  company: '',
  role,
  staffRole: role === 'admin' ? 'administrator' : null,
  contractSigned: true,
  language: 'specified',
  ownLanguage: null,
  twoFactorEnabled: false,
  hasPasskey: false,
  hasAnnouncement: false,
  partner: null,
  view: null,
})

describe('redirects', () => {
  test.each([
    [null, 'everybody', '/auth'],
    [null, 'admins', '/auth'],
    [person('partner'), 'admins', '/dashboard'],
    [person('partner'), 'partners', null],
    [person('admin'), 'partners', '/dashboard'],
    [person('admin'), 'admins', null],
    [person('partner'), 'everybody', null],
  ] as const)('%o on a page for %s', (me, page, elsewhere) => expect(redirectFor(me, page)).toBe(elsewhere))
})
