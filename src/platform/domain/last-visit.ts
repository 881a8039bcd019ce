/** When somebody was last seen is known to within this time. */
export const visitMinutes = 10
