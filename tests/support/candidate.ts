/** A browser that may run here, and what its environment must hold for that. */
export interface Candidate {
  path: string
  env?: Record<string, string>
  /** Told when it does not run. */
  whyNot?: (candidate: Candidate) => Promise<string>
}
