import { expect, test } from 'vitest'
import { referenceIn } from './reference-in-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('the reference of the newest seal is found in a file’s bytes, with or without dashes', () => {
  const first = '/Type /Sig /Reason (Passerelle 0123456789ABCDEF) /M (D:20260105)'
  expect(referenceIn(bytes(first))).toBe('0123456789ABCDEF')
  expect(referenceIn(bytes(`${first} … /Reason(Passerelle ZZZZ-YYYY-XXXX-WWWW)`))).toBe('ZZZZYYYYXXXXWWWW')
})

test('sixteen characters elsewhere are not a reference', () => {
  expect(referenceIn(bytes('/ID [<0123456789ABCDEF>]'))).toBeNull()
  expect(referenceIn(bytes(`/Reason (no) ${' '.repeat(300)} 0123456789ABCDEF`))).toBeNull()
  expect(referenceIn(bytes('/Reason (0123456789ABCDEF0123456789ABCDEF)'))).toBeNull()
  expect(referenceIn(bytes(''))).toBeNull()
})
