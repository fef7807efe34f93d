import { sql } from 'stoa'

/** SQL: proofs of payment `f` with their files `x`. */
export const proofFilesSql = sql`payment_proof f left join file x on x.id = f.file_id`
