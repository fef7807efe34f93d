import { type Ctx, sql, type Sql } from '#core'

/** Writes into the history of orders what they went through, as part of a statement: `rows` answers an order's id, a status and the next, in order. */
export const historySql = ({ actor }: Pick<Ctx, 'actor'>, rows: Sql): Sql =>
  sql`insert into status_history (document_type, document_id, from_status, to_status, actor_kind, actor_id)
      select 'order', r.id, r.before, r.after, ${actor.kind}, ${'id' in actor ? actor.id : null} from (${rows}) r(id, before, after)`
