/**
 * The first page after signing in. It stands apart from the other addresses, because it is in the first module that every
 * visitor loads.
 */
export const homePath = '/dashboard'
