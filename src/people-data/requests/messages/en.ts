export default {
  noRequests: 'Nobody has asked',
  noRequestsText: 'What people ask about their data appears here, with the day by which they have to be answered.',
} as const
