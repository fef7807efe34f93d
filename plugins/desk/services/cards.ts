import { Type } from '@sinclair/typebox'
import { type Declared, extensionPoint } from 'stoa'

/** Something on the first page of staff. */
export interface Card {
  /** An entry of the plugin's `admin/screens.ts`. It gets no props. */
  screen: string
  /** What it shows rows of: it is there for those who may read them, and asks for them as they do. */
  of: Pick<Declared, 'name'>
}

/** What stands on the first page of staff. */
export const CARDS = extensionPoint<Card>('desk/cards', {
  description: 'cards on the first page of staff, by what they show',
  schema: Type.Object({ screen: Type.String({ pattern: '^[a-z][a-z0-9_-]*/[a-z0-9-]+$' }), of: Type.Object({ name: Type.String() }) }),
})
