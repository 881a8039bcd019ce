import { expect, test } from 'vitest'
import { proposeFile } from '#test/mapped-files.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const answers = { address: 'moi@exemple.fr', partner: 'x' }
const titles = 'Nom;Société;Email;Montant;Statut'

test('what a file tells of its amounts goes before what was remembered of another one', async () => {
  const first = await proposeFile('leads', bytes(titles, 'Ada;A;a@a.fr;1037.5;Nouveau'), answers)
  expect([first.whole.decimals, first.rows[0]?.amount]).toEqual(['.', '1037,50'])
  const columns = Object.fromEntries(Object.entries(first.whole.columns).map(([target, all]) => [target, [...all]]))
  const mapping = { ...first.whole, columns }
  const remembered = { id: '', mapping, titles: titles.split(';'), savedAt: '2026-11-30T10:00:00.000Z', savedBy: 'Ada' }
  const next = await proposeFile('leads', bytes(titles, 'Bo;B;b@b.fr;1037,00;Nouveau'), { ...answers, remembered })
  expect([next.whole.decimals, next.rows[0]?.amount, next.asked]).toEqual([',', '1037,00', 0])
  const open = await proposeFile('leads', bytes(titles, 'Cy;C;c@c.fr;1,037;Nouveau'), { ...answers, remembered })
  expect([open.whole.decimals, open.rows[0]?.amount]).toEqual(['.', '1037'])
})

test('names of what every object has are values like others', async () => {
  const { rows } = await proposeFile('leads', bytes(titles, 'Ada;A;a@a.fr;1;constructor', 'Bo;B;b@b.fr;2;__proto__'), answers)
  expect(rows.map(({ amount }) => amount)).toEqual(['1', '2'])
})
