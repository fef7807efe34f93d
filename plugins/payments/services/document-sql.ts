import { type Db, type Sql, sql } from 'stoa'

const of = (type: string, id: Sql): Sql => sql`p.document_type = ${type} and p.document_id = ${id}`

/** The newest attempt to pay a document: a query answering `reference` and the code of its `method`. */
export const latestAttemptSql = (type: string, id: Sql): Sql => sql`(select p.reference, m.code as method
  from payment p join payment_method m on m.id = p.payment_method_id where ${of(type, id)} order by p.id desc limit 1)`

/** Whether anybody was ever asked to pay a document. */
export const hasAttemptSql = (type: string, id: Sql): Sql => sql`exists (select 1 from payment p where ${of(type, id)})`

/** What staff gave back at the payments of a document, all of them or one account, in minor units of its currency. */
export const refundedBySql = (type: string, id: Sql, by?: number): Sql => sql`(
  select coalesce(sum(r.amount_minor), 0) from payment_refund r join payment p on p.id = r.payment_id
  where ${of(type, id)} and r.given_by ${by === undefined ? sql`is not null` : sql`= ${by}`})`

/** What was given back of a refund a plugin asked for under a key, all its parts, or what is on its way as well; in minor units. */
export const refundedUnderKeySql = (type: string, id: Sql, key: Sql, going = false): Sql => sql`(
  select coalesce(sum(r.amount_minor), 0) from payment_refund r join payment p on p.id = r.payment_id
  where ${of(type, id)} and ${going ? sql`r.status <> 'abnormal'` : sql`r.status = 'completed'`} and (r.key = ${key} or starts_with(r.key, ${key} || '*')))`

/** What was given back of a refund a plugin asked for under a key, by the code of the payment method; in minor units. */
export const sumRefundsByMethod = (db: Db, type: string, id: number, key: string): Promise<{ method: string; amount: number }[]> =>
  db.rows(sql`select m.code as method, sum(r.amount_minor)::bigint as amount
    from payment_refund r join payment p on p.id = r.payment_id join payment_method m on m.id = p.payment_method_id
    where ${of(type, sql`${id}::bigint`)} and r.status = 'completed' and (r.key = ${key} or starts_with(r.key, ${`${key}*`}))
    group by m.code order by m.code`)
