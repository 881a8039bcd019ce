import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PortalWorld } from '#test/any-order/portal-world.ts'
import { type DeedName, deedNames, walk, walkAll } from '#test/any-order/walk.ts'
import { databaseKinds } from '#test/databases.ts'

/** The same walks each time. `WALKS=20 WALK_SEED=7`: more of them, and others. */
const walks = Number(process.env.WALKS ?? 1)
const firstSeed = Number(process.env.WALK_SEED ?? 1)

describe.each(databaseKinds())('a portal in any order on %s', (databaseKind) => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await PortalWorld.open(databaseKind)
  })
  afterAll(() => world.close())

  test('every deed of a walk can be done', { timeout: 60_000 + walks * 60_000 }, async () => {
    const done = new Map<DeedName, number>()
    const look = async () => {}
    await walkAll(world, done, look)
    for (let seed = firstSeed; seed < firstSeed + walks; seed += 1) await walk(world, { seed, steps: 80, done }, look)
    expect(deedNames.filter((name) => !done.get(name))).toEqual([])
  })
})
