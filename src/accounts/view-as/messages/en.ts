export default {
  endFailed: 'Error',
  endView: 'Leave this view',
  error: 'Error',
  notJoined: '{name} has not accepted the invitation yet.',
  partnerView: 'A partner’s view',
  readOnly: 'Read only: nothing can be changed.',
  untilMoment: 'Until {until}.',
  viewAsPartner: 'View as this partner',
  viewBar: 'You see the portal as {name}',
} as const
