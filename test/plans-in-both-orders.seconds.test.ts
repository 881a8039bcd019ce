import { expect, test } from 'vitest'
import { measureOrders, ordersText } from '../bench/plans/orders.ts'
import { worldOf } from '../bench/world/world-sizes.ts'
import { defaultFolder } from '../bench/world-folder.ts'
import { findPostgres } from './postgres.ts'

test.skipIf(!findPostgres())(
  'no plan of a partner depends on who used the connection before, at 100 000 leads',
  { timeout: 1_800_000 },
  async () => {
    const report = await measureOrders(defaultFolder, worldOf(100_000), () => {})
    expect(report.requests).toBeGreaterThan(100)
    expect(report.byLuck, ordersText(report)).toEqual([])
  },
)
