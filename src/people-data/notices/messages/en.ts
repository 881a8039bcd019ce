export default {
  noNotices: 'Nobody has to be told',
  noNoticesText: 'Clients whom a partner has named are told within a month; who still has to be told appears here.',
} as const
