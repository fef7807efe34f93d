import { defineError } from 'stoa'

/** The file has more lines than one request may import. The command line imports any number in chunks. */
export const TOO_MANY_ROWS = defineError('TOO_MANY_ROWS', 422, 'sheets:error.too_many_rows')

/** The queue of files waiting to be parsed is full. */
export const SHEETS_BUSY = defineError('SHEETS_BUSY', 429, 'sheets:error.busy')

/** The row was changed after the import wrote it, so undo skips it. */
export const TOUCHED = defineError('TOUCHED', 409, 'sheets:error.touched')
