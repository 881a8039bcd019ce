import * as z from 'zod/mini'
import { time } from '#platform/api/shapes.ts'
import { obstacleCodes } from './domain/obstacles.ts'

/** What stands in the way of a payment to the calling partner; `until`: when it ends by itself. Staff read by when it is due. */
export const paymentObstacle = z.nullable(z.object({ code: z.enum(obstacleCodes), reason: z.string(), until: z.nullable(time) }))
export type PaymentObstacle = NonNullable<z.infer<typeof paymentObstacle>>
