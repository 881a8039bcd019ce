import { expect, test, vi } from 'vitest'
import type { Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { toastList } from './toast-list.ts'

test('toasts are shown oldest first, four at most, until they are dismissed', () => {
  const listener = vi.fn()
  const leave = toastList.subscribe(listener)
  for (const title of ['1', '2', '3', '4', '5']) toastList.add({ kind: 'success', title })
  expect(toastList.current().map(({ title }) => title)).toEqual(['2', '3', '4', '5'])
  const [first] = toastList.current()
  if (first) toastList.dismiss(first.id)
  expect(toastList.current().map(({ title }) => title)).toEqual(['3', '4', '5'])
  expect(listener).toHaveBeenCalledTimes(6)
  leave()
  toastList.add({ kind: 'error', title: '6' })
  expect(listener).toHaveBeenCalledTimes(6)
})

test('a toast says the language of what is quoted in another one than the page’s', async () => {
  const { toastFormError } = await import('./toasts.ts')
  const shown = (title: Words, text: Words) => {
    toastFormError(title, text)
    return toastList.current().at(-1)
  }
  // On a page in French, the specification quotes these in English.
  expect(shown(m.missingLink, 'Jeudi')).toMatchObject({ title: 'Missing link', titleLang: 'en', text: 'Jeudi' })
  expect(shown(m.missingLink, m.linkMissing)).toMatchObject({ titleLang: 'en', textLang: 'en' })
  expect(shown(m.missingLink(), m.linkMissing)?.titleLang).toBeUndefined()
})

test('equal toasts are shown once', () => {
  const before = toastList.current().length
  toastList.add({ kind: 'error', title: 'Upload failed', text: 'No' })
  toastList.add({ kind: 'success', title: 'Done' })
  toastList.add({ kind: 'error', title: 'Upload failed', text: 'No' })
  const now = toastList.current().map(({ title }) => title)
  expect(now.slice(-2)).toEqual(['Done', 'Upload failed'])
  expect(now.filter((title) => title === 'Upload failed')).toHaveLength(1)
  expect(now).toHaveLength(Math.min(4, before + 2))
})

test('a failure is told until its request succeeds, a form’s until the form is sent again', async () => {
  const { ApiError } = await import('../requests/api-error.ts')
  const { toastError, toastFailure, toastFormError, toastSuccess } = await import('./toasts.ts')
  vi.stubGlobal('document', { activeElement: null })
  const titles = () => toastList.current().map(({ title }) => title)
  for (const { id } of toastList.current()) toastList.dismiss(id)
  const refused = new ApiError({ code: 'storage_full', status: 507, detail: 'Full', fields: [], facts: {} })
  toastFailure('Not sent', Object.assign(refused, { request: 'POST /api/leads' }))
  toastError('One was left', 'Decided meanwhile')
  toastFormError('Missing fields', 'Please fill in all required fields')
  toastList.dismissAbout('POST /api/contracts')
  expect(titles()).toEqual(['Not sent', 'One was left', 'Missing fields'])
  toastList.dismissAbout('POST /api/leads')
  toastSuccess('Lead created')
  expect(titles()).toEqual(['One was left', 'Lead created'])
  vi.unstubAllGlobals()
})
