import { type Shape, t } from '../http/shapes.ts'

/** What reads return for a private file of a row. */
export const HeldFile = t.object({
  id: t.id(),
  name: t.text(),
  mime: t.text(),
  size: t.int('Bytes.'),
  url: t.text('URL of its content, for those who may read the row.'),
  thumbnail: t.maybe(t.text('URL of a thumbnail.')),
})
export type HeldFile = Shape<typeof HeldFile>
