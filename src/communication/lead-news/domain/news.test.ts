import { describe, expect, test } from 'vitest'
import { roles } from '#access/domain/actor.ts'
import {
  type NewsChoices,
  newsKinds,
  newsKindsFor,
  newsTiming,
  newsTimings,
  noNewsChoices,
  withTiming,
} from '#communication/notifications/domain/news-mail.ts'
import { isNewsTo, newsKindOf } from './news.ts'
import { newsEvents, registrationNews } from './news-events.ts'

const marie = { role: 'partner', userId: 'marie', partnerId: 'marie' } as const
const karim = { role: 'partner', userId: 'karim', partnerId: 'karim' } as const
const ada = { role: 'admin', userId: 'ada', partnerId: null } as const
const about = (name: (typeof newsEvents)[number], actorId: string | null) => ({
  name,
  actorId,
  partnerId: 'marie',
  byPartner: actorId === 'marie',
})

describe('news of a lead', () => {
  test('what a partner does is news to staff, what others do is news to the partner of the lead', () => {
    for (const name of newsEvents) {
      expect([marie, karim, ada].map((reader) => isNewsTo(reader, about(name, 'marie')))).toEqual([false, false, true])
      expect([marie, karim, ada].map((reader) => isNewsTo(reader, about(name, 'ada')))).toEqual([
        name !== 'lead.created',
        false,
        false,
      ])
    }
    // A lead that a client leaves by themselves.
    expect([marie, karim, ada].map((reader) => isNewsTo(reader, about('lead.created', null)))).toEqual([true, false, true])
    expect(isNewsTo(marie, { name: 'lead.changed', actorId: 'ada', partnerId: 'marie', byPartner: false })).toBe(false)
  })

  test('each event has a kind of mail that its reader can choose, and a move to Perdu its own', () => {
    for (const role of roles) {
      for (const name of newsEvents) {
        const kind = newsKindOf(role, name, 'signe')
        if (kind !== null) expect(newsKindsFor(role)).toContain(kind)
      }
    }
    for (const name of registrationNews) {
      expect(roles.map((role) => newsKindOf(role, name, null)).toSorted()).toEqual(['lead_registration', null])
      expect(isNewsTo(marie, { name, actorId: null, partnerId: 'marie', byPartner: false, passedTo: 'marie' })).toBe(true)
    }
    expect(newsKindOf('partner', 'lead.moved', 'refuse')).toBe('lead_lost')
    expect(newsKindOf('partner', 'lead.created', null)).toBeNull()
  })

  test('a choice replaces the one before it, and a kind is in one list at most', () => {
    let choices: NewsChoices = noNewsChoices
    for (const timing of newsTimings) {
      for (const kind of newsKinds) {
        choices = withTiming(choices, kind, timing)
        expect(newsTiming(kind, choices)).toBe(timing)
        expect(newsTimings.filter((each) => choices[each].includes(kind))).toEqual([timing])
      }
    }
    expect(newsKinds.map((kind) => newsTiming(kind, noNewsChoices))).toEqual([
      ...(['at_once', 'digest', 'at_once', 'at_once', 'at_once', 'at_once', 'digest', 'digest', 'off'] as const),
    ])
  })
})
