import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { offerRoutes } from '../api/offers.ts'
import * as commands from './commands.ts'
import { presentEdited } from './present.ts'
import { readOfferFigures, readOffers } from './queries.ts'

const offersNow = async ({ tx }: Pick<Call, 'tx'>) => ({ offers: (await readOffers(tx)).map(presentEdited) })

const offerHandlers: Handlers<typeof offerRoutes> = {
  listOffers: offersNow,
  addOffer: async (call) => {
    await commands.addOffer(call, call.body)
    return offersNow(call)
  },
  changeOffer: async (call) => {
    await commands.changeOffer(call, call.params.key, call.body)
    return offersNow(call)
  },
  orderOffers: async (call) => {
    await commands.orderOffers(call, call.body)
    return offersNow(call)
  },
  archiveOffer: async (call) => {
    await commands.archiveOffer(call, call.params.key)
    return offersNow(call)
  },
  bringBackOffer: async (call) => {
    await commands.bringBackOffer(call, call.params.key)
    return offersNow(call)
  },
  deleteOffer: (call) => commands.deleteOffer(call, call.params.key),
  offerFigures: async ({ tx }) => ({ figures: await readOfferFigures(tx) }),
}

export const offerSlice = slice({ routes: offerRoutes, handlers: offerHandlers })
