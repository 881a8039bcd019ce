import { expect, test } from 'vitest'
import { domainOf, isAtDomain, isPublicDomain, issuerOf, roleByClaims } from './domain.ts'

const rules = {
  roleClaim: 'realm_access.roles',
  claimRoles: { 'portal-admins': 'administrator', accounting: 'finance' },
  staffRole: 'viewer',
} as const

test.each([
  [{ realm_access: { roles: ['staff', 'accounting', 'portal-admins'] } }, 'administrator'],
  [{ realm_access: { roles: ['accounting'] } }, 'finance'],
  [{ realm_access: { roles: 'accounting' } }, 'finance'],
  [{ 'realm_access.roles': ['portal-admins'] }, 'administrator'],
  [{ realm_access: { roles: ['constructor', '__proto__', 'toString', 3, null] } }, 'viewer'],
  [{ realm_access: null }, 'viewer'],
  [{}, 'viewer'],
])('the role that %j says is %s', (claims, role) => expect(roleByClaims(rules, claims)).toBe(role))

test('without the name of a claim, none decides about the role', () => {
  expect(roleByClaims({ ...rules, roleClaim: '', staffRole: 'finance' }, { '': 'portal-admins' })).toBe('finance')
})

test('an address is at a domain, not at one that ends or begins like it', () => {
  const domains = ['acme.example']
  const addresses = [
    'a@acme.example',
    'a@ACME.example',
    'a@x.acme.example',
    'a@notacme.example',
    'a@acme.example.evil',
    'acme.example',
  ]
  expect(addresses.map((each) => isAtDomain(each, domains))).toEqual([true, true, false, false, false, false])
  expect(domainOf('"a@acme.example"@evil.example')).toBe('evil.example')
})

test('domains of public mailboxes are known', () => {
  expect(['gmail.com', 'acme.example'].map(isPublicDomain)).toEqual([true, false])
})

test('the issuer is taken out of the address of its description', () => {
  expect(issuerOf(' https://id.example/realms/a/.well-known/openid-configuration ')).toBe('https://id.example/realms/a')
  expect(issuerOf('https://id.example/')).toBe('https://id.example/')
})
