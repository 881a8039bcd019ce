import { fieldRoutes, type WrittenField, writtenField } from '#leads/fields/api/fields.ts'
import { offerRoutes, type WrittenOffer, writtenOffer } from '#leads/offers/api/offers.ts'
import { stageRoutes, type WrittenStage, writtenStage } from '#leads/stages/api/stages.ts'
import { inBoardOrder } from '#leads/stages/domain/stage-draft.ts'
import type { Client } from './test-app.ts'

interface Item {
  readonly key: string
  readonly archivedAt: string | null
}

interface SavedList<T, Answer> {
  readonly read: () => Promise<T[]>
  readonly put: (wanted: readonly T[], expected: readonly T[], by?: Client) => Promise<Answer>
}

/** Changes of a list that is saved whole, each of the list as it is then. */
function changesOf<T extends Item, Answer>({ read, put }: SavedList<T, Answer>) {
  const save = async (change: (items: T[]) => readonly T[], by?: Client) => {
    const expected = await read()
    return put(change(expected), expected, by)
  }
  const change = (key: string, draft: Partial<T>, by?: Client) =>
    save((items) => items.map((item) => (item.key === key ? { ...item, ...draft } : item)), by)
  return {
    read,
    save,
    change,
    archive: (key: string, by?: Client) => change(key, { archivedAt: new Date().toISOString() } as Partial<T>, by),
    bringBack: (key: string) => change(key, { archivedAt: null } as Partial<T>),
    remove: (key: string) => save((items) => items.filter((item) => item.key !== key)),
    /** The field of the item in the first error, where it stands in the request, and its message. */
    errorOf: async (answer: Promise<{ status: number; body: { fields?: { path: string; message: string }[] } }>) => {
      const { status, body } = await answer
      const [error] = body.fields ?? []
      return [status, error?.path.replace(/^\w+\.\d+\./, ''), error?.message]
    },
  }
}

export function offerChanges(staff: () => Client) {
  const changes = changesOf({
    read: async () => (await staff().call(offerRoutes.listOffers, {})).offers.map((offer): WrittenOffer => writtenOffer(offer)),
    put: (wanted, read, by = staff()) => by.try(offerRoutes.saveOffers, { body: { offers: [...wanted], expected: [...read] } }),
  })
  return {
    ...changes,
    add: (offer: Omit<WrittenOffer, 'archivedAt'>) => changes.save((offers) => [...offers, { ...offer, archivedAt: null }]),
  }
}

export function stageChanges(staff: () => Client) {
  const listed = async () => (await staff().call(stageRoutes.listStages, {})).stages
  const changes = changesOf({
    read: async () => (await listed()).map((stage): WrittenStage => writtenStage(stage)),
    put: (wanted, read, by = staff()) => by.try(stageRoutes.saveStages, { body: { stages: [...wanted], expected: [...read] } }),
  })
  return {
    ...changes,
    /** At its place on the board; one that was archived by this key is on the board again. */
    add: (stage: Omit<WrittenStage, 'archivedAt' | 'mergedInto'>) =>
      changes.save((stages) => {
        const all = [...stages, { ...stage, archivedAt: null, mergedInto: null }]
        const board = inBoardOrder(all.filter(({ archivedAt }) => archivedAt === null).map(({ key }) => key))
        return all.toSorted((one, other) => board.indexOf(one.key) - board.indexOf(other.key))
      }),
    /** With another number of leads than are in it: as somebody who has read the list before they moved. */
    merge: async (key: string, into: string, leads?: number) => {
      const stages = await listed()
      const wanted = stages
        .map(writtenStage)
        .map((stage) => (stage.key === key ? { ...stage, archivedAt: new Date().toISOString(), mergedInto: into } : stage))
      const expected = stages.map((stage) => ({ ...writtenStage(stage), leads: leads ?? stage.leads }))
      return staff().try(stageRoutes.saveStages, { body: { stages: wanted, expected } })
    },
  }
}

export function fieldChanges(staff: () => Client) {
  const read = async () =>
    (await staff().call(fieldRoutes.listFields, {})).fields.map((field): WrittenField => writtenField(field))
  const send = (fields: readonly WrittenField[], expected: readonly WrittenField[], more: SentFields = {}) => {
    const { by = staff(), ...body } = more
    return by.try(fieldRoutes.saveFields, { body: { fields: [...fields], expected: [...expected], ...body } })
  }
  return {
    ...changesOf({ read, put: (wanted, expected, by = staff()) => send(wanted, expected, { by }) }),
    send,
    add: async (field: Omit<WrittenField, 'archivedAt'>, more?: SentFields) => {
      const expected = await read()
      return send([...expected, { ...field, archivedAt: null }], expected, more)
    },
    /** With the list as it was read before, if that is given. */
    change: async (key: string, draft: Partial<WrittenField>, { read: before, ...more }: SentFields & ReadBefore = {}) => {
      const expected = before ?? (await read())
      if (!expected.some((field) => field.key === key)) throw new Error(`there is no field ${key}`)
      return send(
        expected.map((field) => (field.key === key ? { ...field, ...draft } : field)),
        expected,
        more,
      )
    },
  }
}

interface SentFields {
  readonly by?: Client
  readonly unfit?: 'keep'
  readonly dryRun?: boolean
}
interface ReadBefore {
  readonly read?: readonly WrittenField[]
}
