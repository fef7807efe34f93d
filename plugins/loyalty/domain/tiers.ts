/** What brings people into a tier. */
export const thresholdKinds = ['spend', 'points', 'orders'] as const

/** A tier, and how far somebody came towards it. */
export interface Step {
  id: number
  level: number
  threshold: number
  /** Of what counts for it, in its period. */
  have: number
}

/** Where somebody stands. */
export interface TierState {
  membership_id: number
  level: number
  expires_at: Date | null
  /** Nobody falls before the end of this moment. */
  locked_until: Date | null
}

/** The highest tier that is reached. */
export const getHighestTier = <S extends Step>(steps: readonly S[]): S | undefined =>
  steps.filter(({ have, threshold }) => have >= threshold).toSorted((a, b) => b.level - a.level)[0]

/**
 * The tier somebody comes to stand in; null for none, undefined when all stays as it is. People rise at once and fall only when their
 * tier runs out; one that is reached again goes on.
 */
export function getNextTier<S extends Step>(steps: readonly S[], now: TierState | null, at: Date): S | null | undefined {
  const reached = getHighestTier(steps)
  if (reached && (!now || reached.level > now.level)) return reached
  if (!now) return undefined
  const over = now.expires_at !== null && now.expires_at <= at && (now.locked_until === null || now.locked_until <= at)
  return over ? (reached ?? null) : undefined
}

/** The next tier above, which most is done for already. */
export const getTierAbove = <S extends Step>(steps: readonly S[], level: number): S | undefined =>
  steps.filter((step) => step.level > level).toSorted((a, b) => a.level - b.level)[0]
