import { expect, test } from 'vitest'
import { announcementState, splitParagraphs } from './domain.ts'

test.each([
  [{ isWithdrawn: false, endsOn: null }, 'running'],
  [{ isWithdrawn: false, endsOn: '2026-03-05' }, 'running'],
  [{ isWithdrawn: false, endsOn: '2026-03-04' }, 'ended'],
  [{ isWithdrawn: true, endsOn: '2026-03-04' }, 'withdrawn'],
] as const)('on its last day an announcement is still shown: %o', (announcement, state) => {
  expect(announcementState(announcement, '2026-03-05')).toBe(state)
})

test('empty lines part paragraphs, whatever is in them; single breaks stay', () => {
  expect(splitParagraphs('\n Un\nseul \n \n\t\nDeux\r\n\r\nTrois\n')).toEqual(['Un\nseul', 'Deux', 'Trois'])
})
