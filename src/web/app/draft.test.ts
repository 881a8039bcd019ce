import { describe, expect, test } from 'vitest'
import { keptOf, restored } from './draft.ts'

const first = { name: '', partnerId: null as string | null, offers: ['star'], notes: 'Ancien' }

describe('what is kept of a form', () => {
  test('are the fields that were changed: the others show what is saved by then', () => {
    const values = { ...first, name: 'Noé', offers: ['star'] }
    expect(keptOf(values, first)).toEqual({ name: 'Noé' })
    expect(restored(keptOf(values, first), { ...first, notes: 'Nouveau' })).toEqual({ ...values, notes: 'Nouveau' })
    expect(keptOf(first, first)).toEqual({})
  })

  test.each(['password', 'currentPassword', 'newPassword', 'iban', 'code', 'recoveryCode', 'token', 'clientSecret'])(
    'is never a field named %s',
    (name) => expect(keptOf({ [name]: 'typed', company: 'Dupont' }, { [name]: '', company: '' })).toEqual({ company: 'Dupont' }),
  )

  test('is left out where the form has no such field any more', () => {
    expect(restored({ name: 'Noé', website: 'x' }, first)).toEqual({ ...first, name: 'Noé' })
  })
})
