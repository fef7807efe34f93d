import type { Ctx } from '#core'

/** Who a movement is booked on. */
export const actorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)
