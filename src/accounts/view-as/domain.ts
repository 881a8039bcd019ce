/** A view of the portal as a partner ends by itself after one hour. */
export const viewSeconds = 3600
