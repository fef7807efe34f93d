import { sql } from 'stoa'

/** What payers showed, `f`, with the file of each, `x`. */
export const listProofFiles = sql`payment_proof f left join file x on x.id = f.file_id`
