/** Neighbours that are closer than this leave no room between them: the stage is then spaced anew. */
export const CLOSEST = 1e-6

/**
 * The place between two cards of a stage, in which a higher one stands further up. Null where there is no card. Undefined when
 * they are too close.
 */
export function getRankBetween(above: number | null, below: number | null): number | undefined {
  if (above === null) return below === null ? 1 : Math.floor(below) + 1
  if (below === null) return Math.ceil(above) - 1
  return above - below < CLOSEST ? undefined : (above + below) / 2
}
