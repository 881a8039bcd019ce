export default {
  endView: 'Leave this view',
  partnerView: 'A partner’s view',
  readOnly: 'Read only: nothing can be changed.',
  untilMoment: 'Until {until}.',
  viewAsPartner: 'View as this partner',
  viewAsPerson: 'View as this person',
  viewBar: 'You see the portal as {name}',
  viewBarOf: 'You see the portal as {name} ({place})',
} as const
