import { parseArgs } from 'node:util'
import { defaultFolder } from './world-folder.ts'

export const workNames = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6'] as const
export type WorkName = (typeof workNames)[number]

export const targetNames = ['floor', 'postgraphile', 'portal', 'embedded'] as const
export type TargetName = (typeof targetNames)[number]

export interface BenchOptions {
  readonly quick: boolean
  /** Measures each list and sum alone, and explains its statements, instead of the load. */
  readonly plans: boolean
  /** The leads of the world have values of ten fields that staff have added. */
  readonly fields: boolean
  /** How many people belong to each partner of the world beside its owner. */
  readonly colleagues: number
  /** Minutes of mixed load in which the memory is watched, instead of the load; null for none. */
  readonly soak: number | null
  /** Null: what `--quick` finds, or all of them. */
  readonly sizes: readonly number[] | null
  readonly works: readonly WorkName[]
  readonly targets: readonly TargetName[]
  readonly connections: readonly number[]
  readonly rounds: number
  readonly seconds: number
  /** Where worlds are kept. */
  readonly folder: string
}

/** Reads the command line. Throws a RangeError that says what may stand there. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      plans: { type: 'boolean', default: false },
      fields: { type: 'boolean', default: false },
      colleagues: { type: 'string' },
      soak: { type: 'string' },
      size: { type: 'string' },
      works: { type: 'string' },
      targets: { type: 'string' },
      connections: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      folder: { type: 'string', default: defaultFolder },
    },
  })
  const { quick, plans, fields } = values
  return {
    quick,
    plans,
    fields,
    colleagues: values.colleagues === undefined ? 0 : (numbers('colleagues', values.colleagues)[0] ?? 0),
    soak: values.soak === undefined ? null : (numbers('soak', values.soak)[0] ?? null),
    sizes: values.size === undefined ? null : numbers('size', values.size),
    works: choicesIn('works', values.works, workNames),
    targets: choicesIn('targets', values.targets, targetNames),
    connections: numbers('connections', values.connections ?? (quick ? '8' : '8,64')),
    rounds: numbers('rounds', values.rounds ?? (quick ? '3' : '5'))[0] ?? 3,
    seconds: numbers('seconds', values.seconds ?? (quick ? '1.2' : '2.5'))[0] ?? 2,
    folder: values.folder,
  }
}

function choicesIn<T extends string>(name: string, text: string | undefined, choices: readonly T[]): readonly T[] {
  if (text === undefined) return choices
  const names = text.split(',')
  const unknown = names.filter((each) => !choices.includes(each as T))
  if (unknown.length > 0) throw new RangeError(`--${name} takes ${choices.join(', ')}; not ${unknown.join(', ')}`)
  return choices.filter((each) => names.includes(each))
}

function numbers(name: string, text: string): number[] {
  const all = text.split(',').map(Number)
  if (all.some((each) => !(each > 0))) throw new RangeError(`--${name} takes numbers above zero, separated by commas`)
  return all
}
