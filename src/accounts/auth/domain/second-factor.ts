/** How long bank details cannot be changed after somebody's second factor was reset for them. */
export const bankDetailsWaitMs = 24 * 3_600_000
