/** Up to here unread leads are counted. */
export const maxUnreadCount = 100
