// npm run bench: bench/README.md says what is measured and how to ask for a part of it.
import { measureEmbedded, soakEmbedded } from './measure-embedded.ts'
import { measureWorld, soakWorld } from './measure-world.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { measureOrders, ordersText } from './plans/orders.ts'
import { measurePlans } from './plans/plans.ts'
import { plansTables } from './plans/plans-report.ts'
import { figuresTable, shareTable } from './report.ts'
import { keepFigures, keepPlans } from './results.ts'
import { worldOf } from './world/world-sizes.ts'
import { hasWorld } from './world-folder.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const options = readOptions(process.argv.slice(2))
/** Published figures are of leads without custom fields, and of partners of one person. */
const isUsualWorld = !options.fields && options.colleagues === 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

for (const leads of worldSizes(options)) {
  if (options.soak !== null) {
    const world = worldOf(leads)
    const grown = [
      options.targets.includes('portal') && (await soakWorld(world, options, options.soak, say)),
      options.targets.includes('embedded') && (await soakEmbedded(world, options, options.soak, say)),
    ].filter((each) => typeof each === 'string')
    if (grown.length > 0) {
      say(`Failed: ${grown.join('; ')}`)
      process.exitCode = 1
    }
  } else if (options.plans) {
    const report = await measurePlans(options.folder, worldOf(leads, options), say)
    if (isUsualWorld) keepPlans(report)
    say(`\n${plansTables(report)}`)
    const orders = await measureOrders(options.folder, worldOf(leads, options), say)
    say(ordersText(orders))
    if (orders.byLuck.length > 0) process.exitCode = 1
  } else {
    const figures = await measureWorld(worldOf(leads, options), options, say)
    if (asksEmbedded(leads, options)) figures.push(...(await measureEmbedded(worldOf(leads), options, say)))
    if (isUsualWorld && !options.quick) keepFigures(leads, figures)
    say(`\n${[shareTable(figures), figuresTable(figures)].filter((each) => each !== null).join('\n\n')}\n`)
  }
}

function worldSizes({ sizes, soak: minutes, quick, plans, folder }: BenchOptions): readonly number[] {
  if (sizes) return sizes
  if (minutes !== null) return [10_000]
  if (quick) return [hasWorld(folder, worldOf(100_000)) ? 100_000 : 10_000]
  return plans ? [100_000, 1_000_000] : [1000, 100_000, 1_000_000]
}

/** At one size, unless it is asked for: a million leads do not belong into an embedded database. */
function asksEmbedded(leads: number, { targets, quick, sizes }: BenchOptions): boolean {
  return targets.includes('embedded') && !quick && (sizes !== null || leads === 100_000)
}
