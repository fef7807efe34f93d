import type { Ctx } from '../context.ts'
import type { Sql } from '../db/sql.ts'

/** How rows are transferred to another shop as files. */
export interface TransferDef {
  /** Resources that are transferred before this one, beside those its rows refer to. */
  after?: readonly string[]
  /** Rows to transfer; all when absent. `t` is the row's table. */
  where?: Sql
  /** Restores the status by running transitions. None of them may have effects outside the shop, such as sending an e-mail. */
  status?: true
  /** Further rows for the other shop, as sheet lines: values by column. A line without a key continues the row above. */
  more?(ctx: Ctx): AsyncIterable<Readonly<Record<string, unknown>>>
}
