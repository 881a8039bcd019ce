import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A partner's id is no person's: their name and address are those of the main person (`partnerContacts`). */
const joinsProfileByPartner = [
  /Join\('profiles as (\w+)', '\1\.user_id', '\w+\.partner_id'/,
  // Contracts call their partner `user_id`.
  /Join\('contracts as (\w+)'[^;]{0,200}Join\('profiles as (\w+)', '\2\.user_id', '\1\.user_id'/,
  /selectFrom\('contracts as (\w+)'\)\s+\.\w+Join\('profiles as (\w+)', '\2\.user_id', '\1\.user_id'/,
  /\bprofiles (\w+) on \1\.user_id = \w+\.partner_id\b/,
  /\bprofiles (\w+) on \w+\.partner_id = \1\.user_id\b/,
  /from profiles(?: (?:as )?\w+)? where (?:\w+\.)?user_id = \w+\.partner_id\b/,
]

test('no query reads a profile by the id of a partner', () => {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const files = all.filter((path) => /\/server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((path) => joinsProfileByPartner.some((pattern) => pattern.test(readFileSync(`src/${path}`, 'utf8'))))
  expect(found).toEqual([])
})
