import type { Actor } from '#domain/actor.ts'
import type { Work } from '#server/transaction.ts'

/** Does a piece of work as somebody at a moment of the story; nobody in it gets mail. */
export type Doing = <T>(actor: Actor, at: Date, run: (work: Work) => Promise<T>) => Promise<T>
