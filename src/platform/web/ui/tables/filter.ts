import { everything, type ListAddress } from './list-address.ts'

/** A filter of a list, as data. */
export interface Filter {
  /** Parameter of the address. */
  readonly name: string
  readonly label: string
  /** Label of the option that removes the filter. */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly searchable?: boolean
  /** It stands beside the search although it is not set, but for phones: the specification names it there. */
  readonly pinned?: boolean
}

/** The value of a select: that of the address, or the option for all. */
export const chosenValue = ({ name, options }: Filter, address: ListAddress) => {
  const value = address.written(name)
  return options.some((each) => each.value === value) ? (value ?? everything) : everything
}
