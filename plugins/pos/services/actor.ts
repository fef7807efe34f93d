import type { Ctx } from 'stoa'

/** Account id of the actor; null unless it is a member of staff. */
export const getActorId = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

/** Name of the actor on documents. */
export const getActorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)
