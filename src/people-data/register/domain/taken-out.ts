/** What stands where a text about somebody stood: longer than one character, which reasons have to be. */
export const takenOut = '[…]'
