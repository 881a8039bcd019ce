import { describe, expect, test } from 'vitest'
import { dice } from '#test/dice.ts'
import { listChanges, mergeList } from './saved-list.ts'

const item = (key: string, name = key) => ({ key, name })
const same = (one: { readonly name: string }, other: { readonly name: string }) => one.name === other.name
const named = (items: readonly { readonly key: string; readonly name: string }[]) =>
  items.map(({ key, name }) => (key === name ? key : `${key}:${name}`)).join(' ')
const list = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => item(...(each.split(':') as [string, string?])))

describe('a list that two people change at once', () => {
  test.each([
    ['different items', 'a b c', 'a:x b c', 'a b c:y', 'a:x b c:y'],
    ['an item and the order', 'a b c', 'c b a', 'a b:y c', 'c b:y a'],
    ['both add', 'a b', 'a x b', 'a b y', 'a x b y'],
    ['one adds where the other reorders', 'a b c', 'a x b c', 'c b a', 'c b a x'],
    ['one removes, the other changes another', 'a b c', 'a c', 'a b c:y', 'a c:y'],
    ['the same change twice', 'a b', 'a:x b', 'a:x b', 'a:x b'],
    ['the same order twice', 'a b c', 'c a b', 'c a b', 'c a b'],
    ['nothing of mine', 'a b', 'a b', 'b:y a z', 'b:y a z'],
  ])('%s', (_, read, wanted, stored, merged) => {
    const { items, conflicts, isOrderInConflict } = mergeList(
      { read: list(read), wanted: list(wanted), stored: list(stored) },
      same,
    )
    expect([named(items), conflicts, isOrderInConflict]).toEqual([merged, [], false])
  })

  test.each([
    ['the same item in two ways', 'a b', 'a:x b', 'a:y b', ['a'], false],
    ['one removes what the other changes', 'a b', 'b', 'a:y b', ['a'], false],
    ['one changes what the other removes', 'a b', 'a:x b', 'b', ['a'], false],
    ['both add a key with other words', 'a', 'a z:x', 'a z:y', ['z'], false],
    ['two orders', 'a b c', 'b a c', 'a c b', [], true],
  ])('%s is a conflict, and stays as it is stored', (_, read, wanted, stored, keys, isOrder) => {
    const { items, conflicts, isOrderInConflict } = mergeList(
      { read: list(read), wanted: list(wanted), stored: list(stored) },
      same,
    )
    expect([named(items), conflicts, isOrderInConflict]).toEqual([stored, keys, isOrder])
  })

  test('whoever comes alone gets what they want, whatever it is', () => {
    const roll = dice(7)
    const some = () => list([...'abcdef'].filter(() => roll() < 0.6).join(' ')).toSorted(() => roll() - 0.5)
    for (let round = 0; round < 500; round += 1) {
      const [read, wanted] = [some(), some()]
      const { items, conflicts, isOrderInConflict } = mergeList({ read, wanted, stored: read }, same)
      expect([items, conflicts, isOrderInConflict]).toEqual([wanted, [], false])
      expect(mergeList({ read, wanted: read, stored: wanted }, same).items).toEqual(wanted)
    }
  })
})

test('what makes one list another one', () => {
  const changes = listChanges(list('a b c d'), list('d a:x e c'), same)
  expect(changes).toEqual({
    added: [item('e')],
    changed: [{ before: item('a'), after: item('a', 'x') }],
    removed: [item('b')],
    order: { before: ['a', 'b', 'c', 'd'], after: ['d', 'a', 'e', 'c'] },
  })
  expect(listChanges(list('a b'), list('a'), same).order).toBeNull()
})
