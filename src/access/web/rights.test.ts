import { expect, test } from 'vitest'
import { rights } from '#access/domain/staff-rights.ts'
import { mayDo } from './rights.ts'

test('somebody without a role of staff has no right of staff', () => {
  for (const right of rights) {
    expect([right, mayDo({ staffRole: null }, right)]).toEqual([right, false])
    expect([right, mayDo({ staffRole: 'administrator' }, right)]).toEqual([right, true])
  }
})
