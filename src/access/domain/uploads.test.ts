import { expect, test } from 'vitest'
import { fileKinds } from '#platform/domain/files.ts'
import { uploadPurposes, uploadRules } from './uploads.ts'

test.each([
  ['contract', 10, ['pdf', 'doc', 'docx']],
  ['resource', 20, ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'jpeg', 'png', 'gif', 'webp']],
  ['scan', 10, ['pdf', 'jpeg', 'png']],
  ['logo', 1, ['png', 'jpeg', 'webp']],
] as const)('a %s has at most %i MB and is one of %j', (purpose, megabytes, kinds) => {
  const rule = uploadRules[purpose]
  expect(rule.maxBytes).toBe(megabytes * 1024 * 1024)
  expect(rule.kinds).toEqual(kinds)
  expect(rule.tooLarge).toBe(`File too large. Maximum size is ${megabytes}MB.`)
})

test('the message for a wrong type is the specified one', () => {
  expect(uploadRules.contract.wrongType).toBe('Invalid file type. Only PDF and Word documents are allowed.')
  expect(uploadRules.resource.wrongType).toBe('Invalid file type. Only documents and images are allowed.')
})

test('no purpose accepts a file type that a browser would execute', () => {
  const accepted = uploadPurposes.flatMap((purpose) => uploadRules[purpose].kinds.map((kind) => fileKinds[kind].mime))
  expect(accepted.filter((mime) => /html|svg|xml$|script/.test(mime))).toEqual([])
})

test('no two kinds share a media type or an extension', () => {
  const kinds = Object.values(fileKinds)
  expect(new Set(kinds.map((kind) => kind.mime)).size).toBe(kinds.length)
  expect(new Set(kinds.map((kind) => kind.extension)).size).toBe(kinds.length)
})
