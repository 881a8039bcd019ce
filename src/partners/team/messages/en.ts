export default {
  accountantGetsNoLead: '{name} is the accountant, who sees no leads. Choose another colleague.',
  emailInvalid: 'Invalid email address',
  mainPersonStays: '{name} is whom the provider deals with, and stays an owner. Ask the provider to change that.',
  missingFields: 'Missing fields',
  noSuchColleague: 'This person does not belong to the company any more.',
  noSuchCompany: 'There is no such partner.',
  noSuchLead: 'This lead does not exist any more.',
  notJoinedYet: '{name} has not accepted the invitation yet.',
  onlyOwners: 'Only an owner decides about the people of the company.',
  ownLeadsOnly: 'You pass on the leads that you have typed. An owner or a manager passes on the others.',
  ownRole: 'Nobody changes or ends their own access here. Another owner does.',
  teamFull:
    '{max, plural, =0 {{providerName} allows no colleagues so far.} one {{providerName} allows one colleague beside the first person.} other {{providerName} allows {max} colleagues beside the first person.}} Ask {contact, select, none {{providerName}} other {{contact}}} for more.',
  tooManyInvitations: 'Too many invitations in an hour. Try again later.',
} as const
