import { afterEach, expect } from 'vitest'
import { replaceNetwork, takeErrors } from './api.ts'
import { closePortals } from './open-portal.tsx'

replaceNetwork()

afterEach(async () => {
  const printed = await closePortals()
  expect([...takeErrors(), ...printed]).toEqual([])
})
