import { nobody } from '#access/domain/personal-data.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { offerRoutes } from '../api/offers.ts'
import { m } from '../messages/messages.ts'
import { saveOffers } from './commands.ts'
import { presentEdited } from './present.ts'
import { readOfferFigures, readOffers } from './queries.ts'

const offersNow = async ({ tx }: Pick<Call, 'tx'>) => ({ offers: (await readOffers(tx)).map(presentEdited) })

const offerHandlers: Handlers<typeof offerRoutes> = {
  listOffers: offersNow,
  saveOffers: async (call) => {
    await saveOffers(call, call.body)
    return offersNow(call)
  },
  offerFigures: async ({ tx }) => ({ figures: await readOfferFigures(tx) }),
}

export const offerSlice = slice({
  routes: offerRoutes,
  handlers: offerHandlers,
  constraints: { offers_one_open: ['last_open_offer', m.lastOpenOffer] },
  personalData: {
    offers:
      nobody(`key name names staff_name staff_names version description descriptions suggested_cents least_cents most_cents place
        on_introductions archived_at used_at changed_at`),
    offer_names: nobody('offer version name names staff_name staff_names'),
  },
})
