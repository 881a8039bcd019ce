/** A session that is used is prolonged once a day; unused for 30 days it ends. `SESSION_DAYS` is its end in any case. */
export const sessionSeconds = 30 * 86_400
export const sessionRefreshSeconds = 86_400
