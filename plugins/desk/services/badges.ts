import { Type } from '@sinclair/typebox'
import { type Ctx, extensionPoint } from 'stoa'

/** A count for a menu entry that is not a list. */
export interface Badge {
  /** Permission to see the count; absent for a count that every member of staff may see, such as of their own records. */
  needs?: string
  /** Counts up to `most`. */
  count(ctx: Ctx, most: number): Promise<number>
}

/** Badges of menu entries, by the name that the entry gives under `badge`. */
export const BADGES = extensionPoint<Badge>('desk/badges', {
  description: 'numbers of pending items for menu entries that are not lists',
  schema: Type.Object({ needs: Type.Optional(Type.String({ minLength: 1 })) }),
})
