import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, idOf, karim, marie, monday, tuesday } from './people.ts'

const announcement = (id: number, published_by: string, withdrawn_by: string | null = null) => ({
  id: idOf(id),
  title: 'Salon',
  body: 'Venez.',
  audience: 'all',
  published_at: monday,
  published_by,
  ...(withdrawn_by ? { withdrawn_by, withdrawn_at: tuesday } : {}),
})
const receipt = (announcement_id: number, user_id: string, read_at: string | null = null) => ({
  announcement_id: idOf(announcement_id),
  user_id,
  read_at,
})

export const announcementTables: Catalogue['tables'] = {
  announcements: {
    rights: { insert: ['announcements'], update: ['announcements'] },
    rows: {
      'Ada’s, to Marie': announcement(961, ada),
      'Alan’s, to Marie': announcement(962, alan),
      'to Karim alone': announcement(963, ada),
      'withdrawn by Ada': announcement(964, ada, ada),
      'withdrawn by Alan': announcement(965, alan, alan),
    },
    access: {
      system: { select: 'all' },
      admin: {
        select: 'all',
        insert: ['Ada’s, to Marie', 'to Karim alone', 'withdrawn by Ada'],
        update: ['Ada’s, to Marie', 'Alan’s, to Marie', 'to Karim alone'],
        becomes: ['withdrawn by Ada'],
      },
      partner: { select: ['Ada’s, to Marie', 'Alan’s, to Marie'] },
    },
  },
  announcement_recipients: {
    rights: { insert: ['announcements'] },
    rows: {
      'Marie, unread': receipt(961, marie),
      'Marie, read': receipt(962, marie, tuesday),
      'Karim, unread': receipt(963, karim),
      'Karim, read': receipt(962, karim, tuesday),
      'Marie, withdrawn': receipt(964, marie),
      'Marie, withdrawn and read': receipt(965, marie, tuesday),
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: ['Marie, unread', 'Karim, unread', 'Marie, withdrawn'] },
      partner: {
        select: ['Marie, unread', 'Marie, read', 'Marie, withdrawn', 'Marie, withdrawn and read'],
        update: ['Marie, unread', 'Marie, withdrawn'],
        becomes: ['Marie, unread', 'Marie, read', 'Marie, withdrawn', 'Marie, withdrawn and read'],
      },
    },
  },
}
