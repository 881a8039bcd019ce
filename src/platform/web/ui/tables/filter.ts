import { everything, type ListAddress } from './list-address.ts'

/** Two ends of a filter, in the place of options: texts as they are typed, and as the address holds both. */
export interface FilterRange {
  readonly isDay: boolean
  /** The texts of the inputs. */
  readonly ends: (value: string) => readonly [from: string, to: string]
  /** The text for the address, null without an end; or what is wrong, in a sentence. */
  readonly read: (from: string, to: string) => { readonly text: string | null } | { readonly error: string }
  readonly label: (value: string) => string
}

/** A filter of a list, as data. */
export interface Filter {
  /** Parameter of the address. */
  readonly name: string
  readonly label: string
  /** Label of the option that removes the filter. */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** It has two ends and no options. */
  readonly range?: FilterRange
  readonly searchable?: boolean
  /** It stands beside the search although it is not set, but for phones: the specification names it there. */
  readonly pinned?: boolean
}

/** The value of a select: that of the address, or the option for all. */
export const chosenValue = ({ name, options }: Filter, address: ListAddress) => {
  const value = address.written(name)
  return options.some((each) => each.value === value) ? (value ?? everything) : everything
}
