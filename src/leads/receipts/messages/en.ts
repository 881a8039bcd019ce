export default {
  atTime: '{day} at {time} ({zone})',
  notInJournal: 'The event log does not hold how this lead came.',
  notSealed: 'The receipt could not be sealed. Try again in a moment.',
  receiptErased:
    'The client of this lead was erased, and the receipt with them. Whoever holds a copy can still have it verified.',
  receiptNumber: 'Receipt {number}',
  receiptOf: 'Receipt {number}: {company}',
  receiptReady: 'Receipt ready: share it',
  shareReceipt: 'Share the receipt',
} as const
