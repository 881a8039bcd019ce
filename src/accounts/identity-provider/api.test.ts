import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { identityProviderForm } from './api.ts'

const issuerOf = (issuer: string) => z.safeParse(identityProviderForm, { issuer }).data?.issuer

test('an issuer is an address by https or http, without query, fragment and account', () => {
  const issuers = [
    'https://id.example/realms/acme',
    'http://127.0.0.1:8080',
    ' https://id.example/.well-known/openid-configuration',
    'https://id.example/?tenant=a',
    'https://id.example/#a',
    'https://admin:secret@id.example/',
    'ftp://id.example/',
    'javascript:alert(1)',
    'http://[::bad/',
    'id.example',
  ]
  const expected = ['https://id.example/realms/acme', 'http://127.0.0.1:8080', 'https://id.example']
  expect(issuers.map(issuerOf)).toEqual([...expected, ...issuers.slice(3).map(() => undefined)])
})

test('domains are taken as people write them, and public mailboxes are no domains of a staff', () => {
  const domainsOf = (staffDomains: string[]) => z.safeParse(identityProviderForm, { staffDomains }).data?.staffDomains
  expect(domainsOf(['@Acme.example', 'equipe.acme.example'])).toEqual(['acme.example', 'equipe.acme.example'])
  expect([domainsOf(['Gmail.com']), domainsOf(['acme']), domainsOf(['a@acme.example'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
