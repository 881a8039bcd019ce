import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PgliteTurns } from './pglite-turns.ts'

/** A promise and what resolves it. */
function answer() {
  let give = () => {}
  const reply = new Promise<void>((resolve) => {
    give = resolve
  })
  return { reply, give }
}

test('the next turn comes with the last exchange of the one before, and one only is sent ahead', async () => {
  const turns = new PgliteTurns()
  const names: string[] = []
  const answers = new Map<string, () => void>()
  const transaction = async (name: string) => {
    const own = await turns.enter(name)
    names.push(name)
    const { reply, give } = answer()
    answers.set(name, give)
    own.leaveBefore(reply)
  }
  for (const name of ['a', 'b', 'c', 'd']) void transaction(name)
  await turn()
  expect(names).toEqual(['a', 'b'])
  answers.get('a')?.()
  await turn()
  expect(names).toEqual(['a', 'b', 'c'])
  answers.get('b')?.()
  answers.get('c')?.()
  await turn()
  expect(names).toEqual(['a', 'b', 'c', 'd'])
})

test('a turn that sends nothing ends when it is left, twice or not', async () => {
  const turns = new PgliteTurns()
  const first = await turns.enter('a')
  let isSecondIn = false
  const second = turns.enter('b').then((own) => {
    isSecondIn = true
    return own
  })
  await turn()
  expect(isSecondIn).toBe(false)
  first.leave()
  first.leave()
  const { leave } = await second
  leave()
  await turns.enter('c')
})
