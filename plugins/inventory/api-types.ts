import { type Shape, t } from 'stoa'

/** What the calls of a count answer. Pages import the types alone. */

/** How far a count is, and what its differences come to in units. */
export const Progress = t.object({ lines: t.int(), counted: t.int('Lines counted.'), missing: t.int(), surplus: t.int() })
export type Progress = Shape<typeof Progress>

/** A line of a count as it stands after being written. */
export const Written = t.object({ id: t.id(), sku: t.text(), name: t.text(), options: t.text(), counted: t.int() })
export type Written = Shape<typeof Written>

/** Answer of `PUT /api/admin/stocktake/{id}/count`. */
export const CountAnswer = t.both(Progress, t.object({ last: t.optional(Written) }))
export type CountAnswer = Shape<typeof CountAnswer>
