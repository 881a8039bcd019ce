/** The storage key of the announcement that is being written. */
export const announcementDraft = 'announcement'
