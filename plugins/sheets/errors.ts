import { defineError } from 'stoa'

/** A sheet longer than one request may import. Operators import any number in chunks. */
export const TOO_MANY_ROWS = defineError('TOO_MANY_ROWS', 422, 'sheets:error.too_many_rows')

/** As many files as may wait to be read already do. */
export const SHEETS_BUSY = defineError('SHEETS_BUSY', 429, 'sheets:error.busy')

/** A row that somebody has changed since an import wrote it: taking the import back leaves it alone. */
export const TOUCHED = defineError('TOUCHED', 409, 'sheets:error.touched')
