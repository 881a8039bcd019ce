export default {
  erasures: 'Erasures',
  notices: 'Notices',
  peopleDataLead: 'What people are told and answered, and what is kept about them, for how long',
  register: 'Register',
  requests: 'Requests',
} as const
