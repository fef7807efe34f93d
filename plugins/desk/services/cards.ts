import { Type } from '@sinclair/typebox'
import { type Declared, extensionPoint } from 'stoa'

/** A dashboard card. */
export interface Card {
  /** An entry of the plugin's `admin/screens.ts`. It gets no props. */
  screen: string
  /** The resource whose rows it shows. The card is shown to those who may read them, and loads them with their permissions. */
  of: Pick<Declared, 'name'>
  /** Shown without that permission too, because the card shows the own rows of its reader. */
  open?: true
}

/** Dashboard cards. */
export const CARDS = extensionPoint<Card>('desk/cards', {
  description: 'dashboard cards',
  schema: Type.Object({
    screen: Type.String({ pattern: '^[a-z][a-z0-9_-]*/[a-z0-9-]+$' }),
    of: Type.Object({ name: Type.String() }),
    open: Type.Optional(Type.Literal(true)),
  }),
})
