/** Thrown for what cannot be read as a sheet. Readers run in threads, which know nothing of the product but keys of texts. */
export class SheetProblem extends Error {
  readonly key: string
  readonly params: Record<string, string | number> | undefined
  /** What was asked wrongly: the file, or its encoding. */
  readonly field: 'file' | 'encoding'

  constructor(key: string, params?: Record<string, string | number>, field: 'file' | 'encoding' = 'file') {
    super(key)
    this.key = key
    this.params = params
    this.field = field
  }
}
