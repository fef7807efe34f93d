import { type Ctx, type Db, localizedSql, type Sql, sql } from 'stoa'

const isOfDocumentSql = (type: string, id: Sql): Sql => sql`p.document_type = ${type} and p.document_id = ${id}`

/** SQL: the newest attempt to pay a document, with its `reference` and the code of its `method`. */
export const latestAttemptSql = (type: string, id: Sql): Sql => sql`(select p.reference, m.code as method
  from payment p join payment_method m on m.id = p.payment_method_id where ${isOfDocumentSql(type, id)} order by p.id desc limit 1)`

/** SQL: whether a document has any attempt. */
export const hasAttemptSql = (type: string, id: Sql): Sql => sql`exists (select 1 from payment p where ${isOfDocumentSql(type, id)})`

/** SQL: the amount staff refunded on the payments of a document, in total or by one account, in minor units of its currency. */
export const refundedBySql = (type: string, id: Sql, by?: number): Sql => sql`(
  select coalesce(sum(r.amount_minor), 0) from payment_refund r join payment p on p.id = r.payment_id
  where ${isOfDocumentSql(type, id)} and r.given_by ${by === undefined ? sql`is not null` : sql`= ${by}`})`

/** SQL: the amount refunded under a plugin's refund key, over all its parts; with `going` it includes pending refunds. In minor units. */
export const refundedUnderKeySql = (type: string, id: Sql, key: Sql, includePending = false): Sql => sql`(
  select coalesce(sum(r.amount_minor), 0) from payment_refund r join payment p on p.id = r.payment_id
  where ${isOfDocumentSql(type, id)} and ${includePending ? sql`r.status <> 'abnormal'` : sql`r.status = 'completed'`} and (r.key = ${key} or starts_with(r.key, ${key} || '*')))`

/** The amount refunded under a plugin's refund key, by payment method code, in minor units. */
export const sumRefundsByMethod = (db: Db, type: string, id: number, key: string): Promise<{ method: string; amount: number }[]> =>
  db.rows(sql`select m.code as method, sum(r.amount_minor)::bigint as amount
    from payment_refund r join payment p on p.id = r.payment_id join payment_method m on m.id = p.payment_method_id
    where ${isOfDocumentSql(type, sql`${id}::bigint`)} and r.status = 'completed' and (r.key = ${key} or starts_with(r.key, ${`${key}*`}))
    group by m.code order by m.code`)

/** SQL: title of the payment method with a code, in the language of the reader; null when there is none. */
export const methodTitleSql = ({ interfaceLanguage, language, mainLanguage }: Ctx, code: Sql): Sql =>
  sql`(select ${localizedSql(sql`m.title`, interfaceLanguage ?? language, mainLanguage)} from payment_method m where m.code = ${code})`
