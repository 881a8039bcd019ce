import { describe, expect, test } from 'vitest'
import { draftFields, restored } from './draft.ts'

const first = { name: '', partnerId: null as string | null, offers: ['star'], notes: 'Ancien' }

describe('a form’s draft', () => {
  test('contains the changed fields only; the others show the saved values', () => {
    const values = { ...first, name: 'Noé', offers: ['star'] }
    expect(draftFields(values, first)).toEqual({ name: 'Noé' })
    expect(restored(draftFields(values, first), { ...first, notes: 'Nouveau' })).toEqual({ ...values, notes: 'Nouveau' })
    expect(draftFields(first, first)).toEqual({})
  })

  test.each(['password', 'currentPassword', 'newPassword', 'iban', 'code', 'recoveryCode', 'token', 'clientSecret'])(
    'never contains a field named %s',
    (name) =>
      expect(draftFields({ [name]: 'typed', company: 'Dupont' }, { [name]: '', company: '' })).toEqual({ company: 'Dupont' }),
  )

  test('drops fields that the form no longer has', () => {
    expect(restored({ name: 'Noé', website: 'x' }, first)).toEqual({ ...first, name: 'Noé' })
  })
})
