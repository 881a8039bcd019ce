import { expect, test } from 'vitest'
import { slices } from './slices.ts'

test.each(['mails', 'background', 'constraints', 'personalData'] as const)(
  'the %s of two slices have nothing in common, of which one would be lost',
  (part) => {
    const names = Object.values(slices).flatMap((slice) => Object.keys(slice[part] ?? {}))
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  },
)
