import type { Page } from '@playwright/test'
import { pagePaths as at } from '#access/domain/page-paths.ts'
import { askedFor, type DialogGroup, opening } from './dialog.ts'

/** Enters a letter, and opens it. */
async function entered(page: Page): Promise<void> {
  const data = {
    wish: 'object',
    channel: 'letter',
    email: 'zoe@courrier.example',
    name: 'Zoé Courrier',
    receivedOn: new Date().toISOString().slice(0, 10),
    recognised: 'A copy of the card',
  }
  const { id } = await (await page.request.post('/api/people-data/requests', { data })).json()
  await page.goto(`${at.peopleData}?request=${id}`)
}

const ownData = [at.home, /Account of/, 'My data'] as const

export const peopleRequests: readonly DialogGroup[] = [
  {
    about: 'what people ask about their data',
    reader: 'an administrator',
    dialogs: [
      opening('people-data/requests/web/enter-dialog.tsx', 'Enter a request', at.peopleData, 'Enter a request'),
      opening('people-data/requests/web/request-drawer.tsx', 'Request about data', at.peopleData, entered),
      opening(
        'people-data/requests/web/request-drawer.tsx',
        'Take two months more',
        at.peopleData,
        entered,
        'Take two months more',
      ),
      opening('people-data/requests/web/answer-dialog.tsx', 'Answer', at.peopleData, entered, 'Answer'),
      opening('people-data/requests/web/own-data-dialog.tsx', 'My data', ...ownData),
      opening(
        'people-data/requests/web/own-data-dialog.tsx',
        'Confirm that it is you',
        ...ownData,
        askedFor('**/api/me/data'),
        'Download my data',
      ),
    ],
  },
]
