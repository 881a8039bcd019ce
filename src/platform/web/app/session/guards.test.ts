import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Me } from '#access/api/session.ts'
import { queryClient } from '../queries/query-client.ts'
import { guarded, redirectFor } from './guards.ts'
import { meQuery } from './session.ts'

const person = (role: Me['role']): Me => ({
  id: '1',
  session: '1',
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
  inUse: [],
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

describe('without an answer of the portal', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    queryClient.clear()
  })
  const open = () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    return guarded('partners')({ request: new Request('https://portal.example/dashboard/leads') })
  }

  test('a page opens for somebody who is known, however long ago the portal said so', async () => {
    queryClient.setQueryData(meQuery.queryKey, person('partner'), { updatedAt: 1 })
    await expect(open()).resolves.toBeNull()
    expect(fetch).toHaveBeenCalled()
  })

  test('it does not for somebody who is not', async () => {
    vi.useFakeTimers()
    const opened = expect(open()).rejects.toMatchObject({ code: 'network' })
    await vi.runAllTimersAsync()
    await opened
  })
})
