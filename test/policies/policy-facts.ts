import type { Fact } from './catalogue.ts'
import { ada, as, idOf, karim, marie, monday, tuesday } from './people.ts'

const [paul, anne] = [41, 42].map(idOf) as [string, string]
const left = { left_at: monday, consent_text: 'J’accepte', consent_sha256: 'a'.repeat(64) }

/** The question of this number once more, with one thing changed. */
const askedOtherwise = (title: string, actor: (typeof as)[keyof typeof as], of: number, changed: object): Fact => ({
  title,
  as: actor,
  sql: `insert into client_confirmations
    select (jsonb_populate_record(c, '${JSON.stringify({ id: idOf(959), ...changed })}')).* from client_confirmations c
      where id = '${idOf(of)}'`,
  expect: { refused: '42501' },
})
export const questionsRefused: readonly Fact[] = [
  askedOtherwise('a partner asks only the lead’s own client', as.marie, 931, { lead_id: anne }),
  askedOtherwise('a partner asks only about the lead’s company', as.marie, 931, { company: 'Autre' }),
  askedOtherwise('a partner asks only at the lead’s address', as.marie, 931, { email: 'autre@client.fr' }),
  askedOtherwise('a partner asks only for themselves', as.marie, 931, { partner_id: karim }),
  askedOtherwise('a partner asks in nobody else’s name', as.marie, 931, { asked_by: ada }),
  askedOtherwise('a partner says for no client that they left their details', as.marie, 931, left),
  askedOtherwise('staff ask only the lead’s own client', as.ada, 934, { lead_id: paul }),
  askedOtherwise('staff ask only for the lead’s partner', as.ada, 934, { partner_id: marie }),
  askedOtherwise('staff ask only about the lead’s company', as.ada, 934, { company: 'Autre' }),
  askedOtherwise('staff ask only at the lead’s address', as.ada, 934, { email: 'autre@client.fr' }),
  askedOtherwise('staff answer for no client', as.ada, 934, { answer: 'yes', answered_at: tuesday }),
  askedOtherwise('staff say for no client that they left their details', as.ada, 934, left),
]

export const uploadsRefused: readonly Fact[] = [
  {
    title: 'partners add no file for another purpose',
    as: as.marie,
    sql: `insert into files select (jsonb_populate_record(f, '{"id": "${idOf(98)}", "purpose": "contract"}')).* from files f
      where id = '${idOf(222)}'`,
    expect: { refused: '42501' },
  },
  {
    title: 'a partner’s upload for another purpose is not theirs to read',
    as: as.marie,
    given: `update files set purpose = 'contract' where id = '${idOf(222)}'`,
    sql: `select count(*)::int from files where id = '${idOf(222)}'`,
    expect: { value: 0 },
  },
]
