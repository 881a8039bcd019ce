import { timeoutManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupLongTimers } from './coarse-timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  groupLongTimers()
})
afterEach(() => vi.useRealTimers())

test('long timers share one of the browser, run within five seconds of their time, and leave none behind', () => {
  const ran: string[] = []
  timeoutManager.setTimeout(() => ran.push('a minute'), 60_000)
  timeoutManager.setTimeout(() => ran.push('five minutes'), 300_000)
  timeoutManager.clearTimeout(timeoutManager.setTimeout(() => ran.push('cleared'), 60_000))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(59_000)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(6000)
  expect(ran).toEqual(['a minute'])
  vi.advanceTimersByTime(300_000)
  expect(ran).toEqual(['a minute', 'five minutes'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a timer that sets another one when it runs is followed by it', () => {
  const ran: number[] = []
  const again = () => {
    ran.push(Date.now())
    if (ran.length < 3) timeoutManager.setTimeout(again, 30_000)
  }
  timeoutManager.setTimeout(again, 30_000)
  vi.advanceTimersByTime(120_000)
  expect(ran).toHaveLength(3)
})

test('short timers keep their time', () => {
  const run = vi.fn()
  const never = vi.fn()
  timeoutManager.setTimeout(run, 100)
  timeoutManager.clearTimeout(timeoutManager.setTimeout(never, 100))
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledOnce()
  expect(never).not.toHaveBeenCalled()
})
