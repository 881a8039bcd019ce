import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { codeTimes, minutesAndSeconds, secondsUntil } from './signing-countdown.ts'
import { signingProblem } from './signing-messages.ts'
import { needsPicture } from './signing-picture.ts'
import { boundsOf, inkOf, isDrawn, smoothed, steadied } from './signing-strokes.ts'

test('a smoothed stroke has the same ends as the drawn one, and no corners', () => {
  const stroke = [
    { x: 0, y: 0 },
    { x: 0.2, y: 0 },
    { x: 0.2, y: 0.2 },
    { x: 0.4, y: 0.2 },
  ]
  const curves = smoothed(stroke)
  expect(curves[0]).toEqual({ bend: { x: 0, y: 0 }, to: { x: 0.1, y: 0 } })
  expect(curves.at(-1)?.to).toEqual({ x: 0.4, y: 0.2 })
  curves.slice(1).forEach(({ bend }, index) => {
    const from = curves[index]
    if (!from) throw new Error('no curve before')
    const turn = (from.to.x - from.bend.x) * (bend.y - from.to.y) - (from.to.y - from.bend.y) * (bend.x - from.to.x)
    expect(turn).toBeCloseTo(0)
  })
})

test('a tap is a dot, an empty stroke is nothing, and jitter is ignored', () => {
  const dot = { x: 0.5, y: 0.1 }
  expect(smoothed([dot])).toEqual([{ bend: dot, to: dot }])
  expect(smoothed([])).toEqual([])
  expect(steadied([dot, { x: 0.5005, y: 0.1 }, { x: 0.501, y: 0.1 }, { x: 0.6, y: 0.1 }])).toHaveLength(2)
})

test('a dot is not a signature; a line across the pad is', () => {
  expect(isDrawn([[{ x: 0.5, y: 0.1 }]])).toBe(false)
  const line = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
  ]
  expect(inkOf([line])).toBeCloseTo(0.4)
  expect(isDrawn([line])).toBe(true)
  expect(boundsOf([line], 0.1)).toEqual({ left: 0, top: 0, width: 0.6, height: 0.2 })
})

test('names beyond Latin Extended-A are sent as a picture', () => {
  for (const name of ['Marie Dupont', 'Zoë Ångström', 'Łukasz Żółć', 'Ōe Kenzaburō', 'Œuvray-L’Hôte'.replace('’', "'")]) {
    expect([name, needsPicture(name)]).toEqual([name, false])
  }
  for (const name of ['Дмитрий', '田中 太郎', 'محمد', 'Nguyễn', 'Ștefan', 'Marie 😀', 'L’Hôte']) {
    expect([name, needsPicture(name)]).toEqual([name, true])
  }
  expect(needsPicture('Rene\u0301')).toBe(false)
})

test('a code’s countdown starts with the response, whatever the device’s clock says', () => {
  const code = { sentAt: '2026-01-05T10:00:00.000Z', expiresAt: '2026-01-05T10:10:00.000Z' }
  const wrongClock = Date.parse('2031-07-01T00:00:00Z')
  expect(secondsUntil(codeTimes(code, wrongClock, true).endsAt, wrongClock)).toBe(600)
  expect(secondsUntil(codeTimes(code, wrongClock, true).resendAt, wrongClock)).toBe(30)
  const now = Date.parse('2026-01-05T10:04:00Z')
  expect(minutesAndSeconds(secondsUntil(codeTimes(code, now, false).endsAt, now))).toBe('6:00')
  expect(secondsUntil(codeTimes(code, now, false).resendAt, now)).toBe(0)
  const slow = Date.parse('2026-01-05T09:00:00Z')
  expect(secondsUntil(codeTimes(code, slow, false).endsAt, slow)).toBe(600)
  expect(minutesAndSeconds(65)).toBe('1:05')
  expect(secondsUntil(now - 1, now)).toBe(0)
})

test('every refusal while signing has a message and a way to recover', () => {
  const refused = (code: ApiError['code'], facts: Record<string, number> = {}) =>
    signingProblem(new ApiError({ code, detail: 'of the server', status: 409, fields: [], facts }))
  expect(refused('signing_code_wrong', { triesLeft: 4 }).text).toContain('Il vous reste 4 essais')
  expect(refused('signing_code_wrong', { triesLeft: 1 }).text).toContain('Il vous reste 1 essai.')
  expect(refused('signing_code_wrong', { triesLeft: 0 }).recovery).toBe('new-code')
  expect(refused('signing_code_expired').recovery).toBe('new-code')
  expect(refused('document_changed').recovery).toBe('reopen')
  for (const code of ['contract_replaced', 'contract_not_pending', 'not_found'] as const) {
    expect(refused(code)).toMatchObject({ recovery: 'leave' })
  }
  expect(refused('seal_failed').text).toContain('Rien n’a été signé')
  expect(refused('too_many_requests', { retryAfter: 1800 }).text).toContain('dans 30 minutes')
  expect(refused('too_many_requests', { retryAfter: 12 }).text).toContain('dans 12 secondes')
  expect(refused('internal')).toEqual({ text: 'of the server', recovery: 'retry' })
})
