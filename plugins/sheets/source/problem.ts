/**
 * Thrown for a file that cannot be read. Contains only a message key and parameters, because readers run in worker threads without
 * translations.
 */
export class SheetProblem extends Error {
  readonly key: string
  readonly params: Record<string, string | number> | undefined
  /** The invalid parameter: the file, or its encoding. */
  readonly field: 'file' | 'encoding'

  constructor(key: string, params?: Record<string, string | number>, field: 'file' | 'encoding' = 'file') {
    super(key)
    this.key = key
    this.params = params
    this.field = field
  }
}
