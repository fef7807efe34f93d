/** A browser that may be able to run, with the environment variables it needs. */
export interface Candidate {
  path: string
  env?: Record<string, string>
  /** Explains why it does not run. */
  whyNot?: (candidate: Candidate) => Promise<string>
}
