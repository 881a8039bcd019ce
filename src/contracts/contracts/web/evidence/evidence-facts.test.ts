import { expect, test } from 'vitest'
import { readAsStaff } from '#test/staff-reading.ts'
import { evidenceFacts } from './evidence-facts.ts'

readAsStaff()

const evidence = {
  title: 'Contrat',
  document: { fileName: 'contrat.pdf', size: 12_345, sha256: 'a'.repeat(64), link: null },
  amends: null,
  signer: {
    name: 'Marie Dupont',
    typedName: 'Marie D.',
    email: 'marie@exemple.fr',
    company: '',
    ip: '203.0.113.7',
    userAgent: 'Firefox',
    locale: 'fr-FR',
  },
  authentication: {
    method: 'email_code',
    codeSentAt: '2026-03-05T13:30:00.000Z',
    codeCheckedAt: '2026-03-05T13:31:00.000Z',
  },
  consent: { text: 'J’ai lu', version: '2026-1' },
}

test('evidence is listed line by line, without empty values', () => {
  const facts = evidenceFacts(evidence)
  const labels = facts.map(({ label }) => label)
  expect(labels).toEqual([
    'Signer',
    'Name as typed',
    'Email',
    'Code sent',
    'Code checked',
    'IP address',
    'Languages of the browser',
    'Browser',
    'Document',
    'Consent, version 2026-1',
  ])
  expect(facts.find(({ label }) => label === 'Document')?.value).toMatch(/^contrat\.pdf, 12,345 bytes$/)
})

test('a counter-signature names the signer; evidence of an unknown shape is omitted', () => {
  const by = { name: 'Anne Admin', email: 'anne@exemple.fr', at: '2026-03-05T13:30:00.000Z' }
  expect(evidenceFacts({ by }).map(({ value }) => value)).toEqual(['Anne Admin', 'anne@exemple.fr'])
  const proven = {
    by,
    origin: { address: '203.0.113.9', agent: 'Firefox', method: 'password' },
    authentication: { method: 'email_code', codeSentAt: by.at, codeCheckedAt: by.at, contracts: 3 },
    consent: { text: 'I consent', version: '2026-1' },
  }
  expect(evidenceFacts(proven).map(({ value }) => value)).toEqual(
    expect.arrayContaining(['203.0.113.9', 'Firefox', '3', 'I consent']),
  )
  expect(evidenceFacts({ signer: 'Marie' })).toEqual([])
})
