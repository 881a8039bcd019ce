import { expect, test } from 'vitest'
import { clientInSentence, clientLine, clientListed } from './client-names.ts'

const inAllWays = (name: string, company: string) =>
  [clientLine, clientListed, clientInSentence].map((way) => way({ name, company }))

test('a client is the person with the company, and a company of the same name is not said twice', () => {
  expect(inAllWays('Paul Bernard', 'Boulangerie Bernard')).toEqual([
    'Paul Bernard — Boulangerie Bernard',
    'Paul Bernard, Boulangerie Bernard',
    'Paul Bernard (Boulangerie Bernard)',
  ])
  for (const company of ['', 'Paul Bernard']) expect(inAllWays('Paul Bernard', company)).toEqual(Array(3).fill('Paul Bernard'))
})
