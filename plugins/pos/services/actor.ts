import type { Ctx } from 'stoa'

/** The account of whoever acts; null for others than staff. */
export const getActorId = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

/** Whoever acts, as papers name them. */
export const getActorName = ({ actor }: Ctx): string => ('name' in actor ? actor.name : actor.kind)
