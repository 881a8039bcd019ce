export default {
  allOffers: 'All offers',
  movedOrNot: 'Moved or not',
  movement: 'Movement',
  notMovedForLong: 'Not moved for long',
} as const
