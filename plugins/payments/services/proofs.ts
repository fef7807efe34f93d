import { sql } from 'stoa'

/** What payers showed, `f`, with the file of each, `x`. */
export const proofsWithFiles = sql`payment_proof f left join file x on x.id = f.file_id`
