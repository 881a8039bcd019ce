export default {
  mainPersonNotJoined: '{name} has not accepted the invitation yet. Choose somebody who has as the main person.',
  mainPersonOfThese: 'Choose the main person among those who leave.',
  mainPersonStays: '{name} is the main person and stays. Choose others, or merge the whole partner.',
  missingFields: 'Missing fields',
  noSuchPartner: 'There is no such partner, or it has been deleted or merged.',
  noSuchPerson: 'This person does not belong to the partner any more.',
  notActive: 'This partner has been deleted or merged. Choose another one.',
  obstacleDisputes: 'A dispute is open. Decide it first: afterwards nobody of the partner could.',
  obstacleDocuments: 'Payouts wait for a document of the partner. Settle that first: afterwards nobody of it could send one.',
  obstacleOwnInvoices:
    'The partner sends its own invoices and has commissions that are not paid. Pay them first: afterwards nobody of it could send one.',
  obstacleShares: 'A lead that is not signed yet is shared. End the share, or sign the lead first.',
  previewOutdated: 'Something of this has changed meanwhile. Look at the figures again, then confirm.',
  reasonMissing: 'Say why: it stands in the history of both partners.',
  samePartner: 'Choose another partner.',
} as const
