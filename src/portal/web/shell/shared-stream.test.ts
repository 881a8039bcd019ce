import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Frame, SharedStream } from './shared-stream.ts'

/** What tabs say reaches those that listen at the time, a millisecond later. */
class FakeChannel {
  static all = new Set<FakeChannel>()
  onmessage: (event: { data: unknown }) => void = () => {}
  readonly name: string
  /** What it says and hears waits, as in a tab that hangs or is frozen. */
  #waiting: (() => void)[] | null = null
  constructor(name: string) {
    this.name = name
    FakeChannel.all.add(this)
  }
  #whenAwake(act: () => void) {
    if (this.#waiting) this.#waiting.push(act)
    else act()
  }
  hang() {
    this.#waiting ??= []
  }
  wake() {
    const acts = this.#waiting ?? []
    this.#waiting = null
    for (const act of acts) act()
  }
  postMessage(data: unknown) {
    this.#whenAwake(() => {
      const others = [...FakeChannel.all].filter((each) => each !== this && each.name === this.name)
      for (const each of others) setTimeout(() => each.#whenAwake(() => FakeChannel.all.has(each) && each.onmessage({ data })), 1)
    })
  }
  close() {
    FakeChannel.all.delete(this)
  }
}

/** A tab; `opened` has the position of each of its streams, `seen` what it was told. */
class Tab {
  static all: Tab[] = []
  readonly opened: (string | null)[] = []
  readonly seen: string[] = []
  deliver: ((frame: Frame) => void) | null = null
  position: string | null
  readonly from: number
  readonly shared: SharedStream
  channel!: FakeChannel
  /** `sent`: the ids of all events so far, which a stream repeats from its beginning. */
  constructor(position: string | null = '100', name = 'a', sent: readonly string[] = []) {
    this.position = position
    this.from = Number(position)
    this.shared = new SharedStream({
      name,
      position: () => this.position,
      open: (at, deliver) => {
        this.opened.push(at())
        const timer = setTimeout(() => {
          const start = Number(at())
          for (const id of sent) if (Number(id) > start) deliver({ kind: 'message', data: '', id })
          this.deliver = deliver
        }, 20)
        return () => {
          clearTimeout(timer)
          this.deliver = null
        }
      },
      onFrame: ({ id }) => {
        this.seen.push(id)
        if (Number(id) > Number(this.position)) this.position = id
      },
    })
    Tab.all.push(this)
  }
  join() {
    this.shared.join()
    this.channel = [...FakeChannel.all].at(-1) as FakeChannel
    return this
  }
  get leads() {
    return this.deliver !== null
  }
  event(id: string) {
    this.deliver?.({ kind: 'message', data: '{}', id })
    vi.advanceTimersByTime(5)
  }
}
const leaders = () => Tab.all.filter(({ leads }) => leads)
const settle = (ms = 1000) => vi.advanceTimersByTime(ms)
const joined = (position?: string | null, name?: string) => {
  const tab = new Tab(position, name).join()
  settle()
  return tab
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  Tab.all = []
})
afterEach(() => {
  for (const { shared } of Tab.all) shared.leave()
  FakeChannel.all.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a tab by itself opens a stream where its page begins, and gives it back', () => {
  const tab = joined('100')
  settle(60_000)
  expect(tab.opened).toEqual(['100'])
  tab.shared.leave()
  tab.shared.leave()
  expect(tab.leads).toBe(false)
  settle(60_000)
  expect(tab.opened).toHaveLength(1)
})

test('who joins takes the stream over where the earlier of both stands, and all are told the same', () => {
  const first = joined('100')
  first.event('101')
  const second = joined('120')
  expect(leaders()).toEqual([second])
  expect(second.opened).toEqual(['101'])
  second.event('121')
  const third = joined('90')
  expect(third.opened).toEqual(['90'])
  third.event('122')
  expect(Tab.all.map(({ seen }) => seen)).toEqual([['101', '121', '122'], ['121', '122'], ['122']])
  settle(60_000)
  expect(Tab.all.map(({ opened }) => opened.length)).toEqual([1, 1, 1])
})

test('a stream that is handed over before it has brought what was missed begins there again', () => {
  joined('100')
  joined('50')
  const third = joined('120')
  expect(third.opened).toEqual(['50'])
})

test('eight that join at once end with one stream, which begins where each of them needs it', () => {
  for (let round = 0; round < 50; round += 1) {
    const tabs = Array.from({ length: 8 }, (_, nth) => new Tab(String(100 + ((nth * 5 + round) % 8)), `round ${round}`))
    for (const tab of tabs) tab.join()
    settle(4000)
    const [leader, ...others] = tabs.filter(({ leads }) => leads)
    expect(others).toEqual([])
    expect(leader?.opened.at(-1)).toBe('100')
  }
})

test('who closes hands over at once, and nothing between is lost', () => {
  const first = joined()
  const second = joined()
  second.event('105')
  second.shared.leave()
  settle(200)
  expect(first.opened).toEqual(['100', '105'])
  expect(leaders()).toEqual([first])
})

test('silence for five seconds makes one of the others open a stream; who speaks again follows', () => {
  const [first, third, second] = [joined(), joined(), joined()]
  second.channel.hang()
  settle(4000)
  expect(leaders()).toEqual([second])
  settle(3000)
  const others = leaders().filter((each) => each !== second)
  expect(others).toHaveLength(1)
  expect([first, third]).toContain(others[0])
  second.channel.wake()
  settle(5000)
  expect(leaders()).toHaveLength(1)
  leaders()[0]?.event('131')
  for (const tab of Tab.all) expect(tab.seen.at(-1)).toBe('131')
})

test('a newcomer is not kept waiting by a tab that hangs', () => {
  const first = joined()
  first.channel.hang()
  const second = new Tab('110').join()
  settle(200)
  expect(second.opened).toEqual(['110'])
  // What the newcomer need not know, the one that hung does.
  first.channel.wake()
  settle(5000)
  expect(leaders()).toHaveLength(1)
  expect(leaders()[0]?.opened.at(-1)).toBe('100')
})

test('who lacks what a new stream leaves out asks for it', () => {
  const behind = joined('100')
  const first = joined('100')
  behind.channel.hang()
  first.shared.leave()
  const late = new Tab('120').join()
  settle(200)
  expect(late.opened).toEqual(['120'])
  behind.channel.wake()
  settle(8000)
  expect(leaders()).toHaveLength(1)
  expect(leaders()[0]?.opened.at(-1)).toBe('100')
})

test('tabs of another name have a stream of their own, and hear nothing of this one', () => {
  const [one, other] = [joined('100', 'a'), joined('100', 'b')]
  one.event('101')
  expect(leaders()).toEqual([one, other])
  expect(other.seen).toEqual([])
})

test('whatever comes, hangs and goes, one stream is left, and nobody has missed an event', () => {
  for (let round = 0; round < 30; round += 1) {
    Tab.all = []
    let latest = 1
    const sent: string[] = []
    for (let step = 0; step < 60; step += 1) {
      const chance = Math.random()
      const some = Tab.all[Math.floor(Math.random() * Tab.all.length)]
      if (chance < 0.2 && Tab.all.length < 8) new Tab(String(latest), `round ${round}`, sent).join()
      else if (chance < 0.3) some?.channel.hang()
      else if (chance < 0.45) some?.channel.wake()
      else if (chance < 0.5 && some) {
        some.shared.leave()
        Tab.all.splice(Tab.all.indexOf(some), 1)
      } else {
        latest += 1
        sent.push(String(latest))
        for (const tab of Tab.all) tab.deliver?.({ kind: 'message', data: '', id: String(latest) })
      }
      settle(Math.random() * 1500)
    }
    for (const { channel } of Tab.all) channel.wake()
    settle(15_000)
    expect(leaders()).toHaveLength(Math.min(1, Tab.all.length))
    for (const { seen, from } of Tab.all) {
      expect(sent.filter((id) => Number(id) > from && !seen.includes(id))).toEqual([])
    }
    for (const { shared } of Tab.all) shared.leave()
  }
})

test('a page that has read nothing yet begins now, and takes nothing from the others', () => {
  expect(joined(null).opened).toEqual([null])
  expect(joined('100').opened).toEqual(['100'])
  expect(joined(null).opened).toEqual(['100'])
})
