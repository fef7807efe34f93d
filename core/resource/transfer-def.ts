import type { Ctx } from '../context.ts'
import type { Sql } from '../db/sql.ts'

/** How rows move to another shop as files. */
export interface TransferDef {
  /** Resources whose rows move before its own, beside those its rows name. */
  after?: readonly string[]
  /** Rows that move; all when absent. `t` is the row's table. */
  where?: Sql
  /** Their status is reached again by its transitions, none of which may do anything outside of the shop, such as sending an email. */
  status?: true
  /** Further rows for the other shop, as lines of sheets: values by column. A line without a key goes on with the row above. */
  more?(ctx: Ctx): AsyncIterable<Readonly<Record<string, unknown>>>
}
