import { afterEach, expect } from 'vitest'
import { replaceNetwork, takeFaults } from './api.ts'
import { closePortals } from './open-portal.tsx'

replaceNetwork()

afterEach(async () => {
  const printed = await closePortals()
  expect([...takeFaults(), ...printed]).toEqual([])
})
