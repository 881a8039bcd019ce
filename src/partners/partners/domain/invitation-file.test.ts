import { expect, test } from 'vitest'
import { invitationColumns } from './invitation-file.ts'

test('columns are found by their titles in French and English, in any order and spelling', () => {
  const { map, count, cellsOf } = invitationColumns
  const titles = ['Société', 'NOM COMPLET', 'adresse e-mail', 'Modèle de contrat']
  expect(map(titles)).toEqual({ email: 2, fullName: 1, company: 0, template: 3 })
  expect(map(['Mail', 'Name'])).toEqual({ email: 0, fullName: 1, company: null, template: null })
  expect([count(titles), count(['Montant', 'Date'])]).toEqual([4, 0])
  expect(cellsOf(['ACME', 'Luc'], map(titles))).toEqual({ email: '', fullName: 'Luc', company: 'ACME', template: '' })
})
