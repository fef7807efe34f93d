/** Minimum distance between the ranks of two neighbours. Below it the ranks of the stage are renumbered. */
export const CLOSEST = 1e-6

/**
 * The rank between two cards of a stage; a higher rank is further up. Pass null where there is no card. Returns undefined when the ranks
 * are too close.
 */
export function getRankBetween(above: number | null, below: number | null): number | undefined {
  if (above === null) return below === null ? 1 : Math.floor(below) + 1
  if (below === null) return Math.ceil(above) - 1
  return above - below < CLOSEST ? undefined : (above + below) / 2
}
