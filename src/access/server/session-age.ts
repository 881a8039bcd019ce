/** Active sessions are extended once a day; idle ones expire after 30 days, all after `SESSION_DAYS`. */
export const sessionSeconds = 30 * 86_400
export const sessionRefreshSeconds = 86_400
