export default {
  allOffers: 'All offers',
  offer: 'Offer',
} as const
