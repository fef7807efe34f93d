/** The measures that qualify for a tier. */
export const thresholdKinds = ['spend', 'points', 'orders'] as const

/** A tier with the progress of a customer. */
export interface Step {
  id: number
  level: number
  threshold: number
  /** Progress in the qualification period, in the unit of the threshold. */
  have: number
}

/** The current tier of a customer. */
export interface TierState {
  membership_id: number
  level: number
  expires_at: Date | null
  /** The tier cannot drop before this time. */
  locked_until: Date | null
}

/** The highest tier whose threshold is reached. */
export const getHighestTier = <S extends Step>(steps: readonly S[]): S | undefined =>
  steps.filter(({ have, threshold }) => have >= threshold).toSorted((a, b) => b.level - a.level)[0]

/**
 * The tier a customer moves to: null for none, undefined for no change. Upgrades take effect at once. Downgrades happen only when the tier
 * expires; a tier that is reached again is extended.
 */
export function getNextTier<S extends Step>(steps: readonly S[], now: TierState | null, at: Date): S | null | undefined {
  const reached = getHighestTier(steps)
  if (reached && (!now || reached.level > now.level)) return reached
  if (!now) return undefined
  const over = now.expires_at !== null && now.expires_at <= at && (now.locked_until === null || now.locked_until <= at)
  return over ? (reached ?? null) : undefined
}

/** The next higher tier. */
export const getTierAbove = <S extends Step>(steps: readonly S[], level: number): S | undefined =>
  steps.filter((step) => step.level > level).toSorted((a, b) => a.level - b.level)[0]
