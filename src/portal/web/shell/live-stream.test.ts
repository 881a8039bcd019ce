import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerIncludes } from '#platform/web/app/requests/live-cursor.ts'
import { followEvents } from './live-stream.ts'

class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeStream[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeStream.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  message(data: object, lastEventId: string) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data), lastEventId }))
  }
  refuse(readyState = 2) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}

/** Longer than a tab waits for another one that has the stream. */
const askMs = 150

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const look = (visibilityState: 'visible' | 'hidden') => {
  Object.assign(page, { visibilityState })
  page.dispatchEvent(new Event('visibilitychange'))
}
const follower = {
  onEvent: vi.fn(),
  onRead: vi.fn(),
  onUnread: vi.fn(),
  onOpen: vi.fn(),
  onSession: vi.fn(),
  onGap: vi.fn(),
  onReopen: vi.fn(),
}
const last = () => FakeStream.all.at(-1) as FakeStream
let leave: () => void
const follow = () => {
  leave = followEvents('s', follower)
  vi.advanceTimersByTime(askMs)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  FakeStream.all = []
  page.visibilityState = 'visible'
  vi.clearAllMocks()
  follow()
  last().open()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream starts after the oldest response on the page, and resumes after the last event received', () => {
  leave()
  for (const seq of ['120-9--', '118-7-5.6-8', '119-8--', null, 'x']) answerIncludes(seq)
  follow()
  expect(last().url).toBe('/api/live?session=s&after=118-7-5.6-8')
  last().message({ name: 'lead.moved' }, '125-9--8')
  expect(follower.onEvent).toHaveBeenCalledWith({ name: 'lead.moved' })
  last().refuse()
  vi.advanceTimersByTime(1000)
  expect(last().url).toBe('/api/live?session=s&after=125-9--8')
  expect(follower.onGap).not.toHaveBeenCalled()
})

test('marks that came and went are passed on', () => {
  const deliver = (kind: string, change: object) => last().dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(change) }))
  deliver('unread', { leadIds: ['a', 'b'], part: 'messages' })
  expect(follower.onUnread).toHaveBeenCalledWith(['a', 'b'], 'messages')
  deliver('read', { leadIds: null, part: null })
  expect(follower.onRead).toHaveBeenCalledWith(null, null)
})

test('a repeated event is passed on once', () => {
  const deliver = (lastEventId: string) => last().message({ name: 'lead.moved' }, lastEventId)
  for (const id of ['201-9--8', '202-9--8', '201-12--8', '203-9--8']) deliver(id)
  expect(follower.onEvent).toHaveBeenCalledTimes(3)
  last().refuse()
  vi.advanceTimersByTime(1000)
  deliver('202-12--')
  expect(follower.onEvent).toHaveBeenCalledTimes(3)
})

test('after an interruption the browser reconnects and resumes', () => {
  last().refuse(0)
  last().open()
  // Once for each time it is open: marks are not repeated.
  expect(follower.onOpen).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60_000)
  expect(FakeStream.all).toHaveLength(1)
  expect(follower.onGap).not.toHaveBeenCalled()
})

test('a refused stream is reopened with increasing delay, and missed data is refetched', () => {
  last().refuse()
  expect(follower.onSession).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(FakeStream.all).toHaveLength(2)
  last().refuse()
  vi.advanceTimersByTime(1999)
  expect(FakeStream.all).toHaveLength(2)
  vi.advanceTimersByTime(1)
  last().open()
  expect(FakeStream.all).toHaveLength(3)
  expect(follower.onReopen).toHaveBeenCalledTimes(1)
})

test('a hidden tab disconnects after half a minute, and catches up when visible', () => {
  look('hidden')
  vi.advanceTimersByTime(29_999)
  expect(last().readyState).toBe(1)
  vi.advanceTimersByTime(1)
  expect(last().readyState).toBe(2)
  look('visible')
  vi.advanceTimersByTime(askMs)
  last().open()
  expect(FakeStream.all).toHaveLength(2)
  expect(follower.onReopen).toHaveBeenCalledTimes(1)
})

test('a tab that nobody has seen yet has no stream', () => {
  leave()
  FakeStream.all = []
  page.visibilityState = 'hidden'
  follow()
  vi.advanceTimersByTime(120_000)
  expect(FakeStream.all).toEqual([])
  look('visible')
  vi.advanceTimersByTime(askMs)
  expect(FakeStream.all).toHaveLength(1)
})

test.each([
  ['is frozen', () => page.dispatchEvent(new Event('freeze')), () => look('visible')],
  [
    'leaves, and comes back from the history',
    () => window.dispatchEvent(new Event('pagehide')),
    () => window.dispatchEvent(new Event('pageshow')),
  ],
])('a page that %s gives its stream back, and catches up', (_, go, comeBack) => {
  go()
  expect(last().readyState).toBe(2)
  comeBack()
  vi.advanceTimersByTime(askMs)
  last().open()
  expect(last().readyState).toBe(1)
  expect(follower.onReopen).toHaveBeenCalledTimes(1)
})

test('hiding the tab briefly keeps the stream', () => {
  look('hidden')
  vi.advanceTimersByTime(5000)
  look('visible')
  vi.advanceTimersByTime(60_000)
  expect(FakeStream.all).toHaveLength(1)
  expect(last().readyState).toBe(1)
})

test('a closed stream is never reopened', () => {
  last().refuse()
  leave()
  look('visible')
  vi.advanceTimersByTime(120_000)
  expect(FakeStream.all).toHaveLength(1)
})
