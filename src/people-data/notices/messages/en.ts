export default {
  accountPeriod: 'As long as your account, and what the law asks for longer than that.',
  askAboutYourData: 'Ask what we keep about you, or have it corrected or erased',
  automaticNotices: 'Send notices by themselves a week before their day',
  clientData:
    'We keep your name, your company, how to reach you, what the partner has told us about your need, and what followed.',
  clientPeriod:
    '{lead} after your last sign to us, if nothing comes of it; otherwise {client} after the end of our business, and longer what the law asks us to keep.',
  clientPurpose:
    'We keep them in order to contact you about what the partner has spoken of, and to know who introduced us: our legitimate interest (GDPR, article 6(1)(f)).',
  clientReaders:
    'Our team and the partner who has introduced you read them, and the companies that run our servers and our email for us.',
  clientSource: 'A partner, whom our message names, gave us your name, your company and how to reach you.',
  contactAddress: 'Write to {contactEmail}.',
  controller: '{providerName} is responsible for your data.',
  controllerNamed: '{providerName} ({who}) is responsible for your data.',
  controllerTitle: 'Who is responsible',
  dataTitle: 'What we keep',
  dueOn: 'Due on',
  everybody: 'Everybody',
  forClients: 'Clients',
  forMembers: 'People of a partner',
  formerVersions: 'Former versions',
  forStaff: 'Our team',
  forVisitors: 'Visitors',
  inLine: 'In line',
  lineLength:
    '{count, plural, one {# notice leaves} other {# notices leave}} in the next minutes or, where an address got enough emails lately, days',
  memberData: 'We keep your name, your address, your language, your role, and what you do in the portal.',
  memberPurpose:
    'We keep them so that you can work in the portal for your company, and can prove who did what: our contract with it, and our legitimate interest.',
  memberSource: 'Your company invited you; the rest you told us yourself.',
  nobodyInLine: 'Nobody can be mailed now',
  noNotices: 'Nobody has to be told',
  noNoticesText: 'Clients whom a partner has named are told within a month; who still has to be told appears here.',
  noSuchText: 'There is no such version of this text.',
  noticeLead: '{providerName} has your contact details. The law asks us to tell you, and this is all that this message is for.',
  noticesLead: '{due, plural, =0 {Nobody has} one {# person has} other {# people have}} still to be told',
  noticesList: 'People to be told',
  noticesOverdue: '{overdue, plural, one {# is} other {# are}} past the day',
  noticeSubject: 'Your contact details at {providerName}',
  ownSource: 'You told us yourself, and what you earn follows from what your clients buy.',
  partnerData:
    'We keep your name, your company, your addresses, your identity and bank details as far as payments ask for them, your contracts, and what you bring and earn.',
  partnerPeriod:
    'As long as our contract, and {contract} after it; books {accounting}, tax declarations {declaration}, bank details {bankDetails} after the last payment.',
  partnerPurpose:
    'We keep them in order to carry out our contract, to pay you, and to keep the books and declare what the law asks for.',
  partnerReaders:
    'Our team reads them, and the companies that run our servers and our email for us; what is paid, the bank and the tax authorities.',
  periodTitle: 'How long',
  privacyFor: 'Whom this is for',
  privacyLead: 'What {providerName} keeps about you, why, for how long, and what you may ask',
  purposeTitle: 'What for',
  readersTitle: 'Who reads it',
  rights:
    'You may ask to read your data, to have them corrected, erased or used less, and object to their use at any time. If our answer does not satisfy you, ask the data protection authority (in France the CNIL, www.cnil.fr).',
  rightsTitle: 'Your rights',
  sendAll: '{count, plural, one {Send # notice} other {Send # notices}}',
  sendAllText:
    'Each gets one email, which offers nothing and names the partner. They leave one after the other, under the limits of emails to clients.',
  sendTitle: 'Send the notice?',
  servedBy: 'For that we use: {kinds}.',
  sourceTitle: 'Where the data come from',
  staffPurpose: 'We keep them so that you can work in the portal, and can prove who did what: our legitimate interest.',
  staffReaders: 'Our team reads them, and the companies that run our servers and our email for us.',
  staffSource: 'Your administrator invited you; the rest you told us yourself.',
  textOf: 'Version {version} of {day}',
  toTellSoon: 'To be told soon',
  visitorData: 'We keep what you send us by a form, and for security the address of your device and the time of what you do.',
  visitorPeriod: '{log} at most, unless you leave your details.',
  visitorPurpose:
    'We keep them in order to answer you, and to protect the portal against abuse: our legitimate interest. Nothing measures whom you are or what you read.',
  visitorSource: 'From you and your device.',
  whichQueue: 'Which',
  withoutEmail: 'Without an email address',
} as const
