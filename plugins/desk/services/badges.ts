import { Type } from '@sinclair/typebox'
import { type Ctx, extensionPoint } from 'stoa'

/** How much work waits behind an entry of the menu that is no list. */
export interface Badge {
  /** Permission of those who are told. */
  needs: string
  /** At most `most` are counted. */
  count(ctx: Ctx, most: number): Promise<number>
}

/** Numbers beside entries of the menu, by the name the entry says under `badge`. */
export const BADGES = extensionPoint<Badge>('desk/badges', {
  description: 'numbers of what waits, beside entries of the menu that are no lists',
  schema: Type.Object({ needs: Type.String({ minLength: 1 }) }),
})
