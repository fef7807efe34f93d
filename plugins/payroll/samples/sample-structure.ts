/** A structure with its rules, as input of the resources. */
export interface SampleStructure {
  structure: Record<string, unknown> & { code: string }
  rules: readonly (Record<string, unknown> & { code: string; effective_from: string })[]
}
