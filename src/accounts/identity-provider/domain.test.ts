import { expect, test } from 'vitest'
import { domainOf, isAtDomain, issuerOf, roleByClaims } from './domain.ts'

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
  [{ realm_access: { roles: [] } }, 'viewer'],
  // Not told is not none: Entra names where the groups are instead.
  [{ realm_access: null }, null],
  [{}, null],
  [{ _claim_names: { groups: 'src1' }, hasgroups: true }, null],
])('the role that %j says is %s', (claims, role) => expect(roleByClaims(rules, claims)).toBe(role))

test('without the name of a claim, none decides about the role', () => {
  expect(roleByClaims({ ...rules, roleClaim: '', staffRole: 'finance' }, { '': 'portal-admins' })).toBeNull()
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

test('the issuer is taken out of the address of its description', () => {
  expect(issuerOf(' https://id.example/realms/a/.well-known/openid-configuration ')).toBe('https://id.example/realms/a')
  expect(issuerOf('https://id.example/')).toBe('https://id.example/')
})
