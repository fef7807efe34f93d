import { type Shape, t } from 'stoa'

/** Responses of stocktake calls. Pages import only the types. */

/** Progress of a stocktake, with its differences in units. */
export const Progress = t.object({
  lines: t.int(),
  counted: t.int('Number of counted inventory lines.'),
  missing: t.int(),
  surplus: t.int(),
})
export type Progress = Shape<typeof Progress>

/** A stocktake line after a change. */
export const WrittenCount = t.object({ id: t.id(), sku: t.text(), name: t.text(), options: t.text(), counted: t.int() })
export type WrittenCount = Shape<typeof WrittenCount>

/** Response of `PUT /api/admin/stocktake/{id}/count`. */
export const CountResult = t.both(Progress, t.object({ last: t.optional(WrittenCount) }))
export type CountResult = Shape<typeof CountResult>
