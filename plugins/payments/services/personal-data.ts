import { dropFiles, sql, type Sql, type Tx } from 'stoa'
import { proofFilesSql } from './proofs.ts'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

const anyIdSql = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/** SQL: attempts `p` to pay documents of a data subject. */
const attemptsOfSubjectSql = ({ rows }: DataSubject): Sql => {
  const pairs = Object.entries(rows).flatMap(([type, ids]) => ids.map((id) => ({ type, id })))
  return sql`(p.document_type, p.document_id) in (select x.type, x.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(type text, id bigint))`
}

/** SQL: gateway webhooks `e` that name one of some payments `p`, by the shop's reference or by the gateway's id. */
const webhooksNamingSql = (
  condition: Sql,
): Sql => sql`exists (select from payment p where ${condition} and p.payment_method_id = e.payment_method_id
  and (position(convert_to(p.reference, 'UTF8') in e.payload) > 0
    or (p.provider_payment_id <> '' and position(convert_to(p.provider_payment_id, 'UTF8') in e.payload) > 0)))`

const webhooksOfPaymentsSql = (ids: Sql): Sql => webhooksNamingSql(sql`p.id = ${ids}`)

/** Clears a recorded webhook whose payer was erased before. */
export const clearErasedWebhooks = (tx: Tx, event: number): Promise<unknown> =>
  tx.run(
    sql`update payment_event e set payload = '', headers = '{}' where e.id = ${event} and ${webhooksNamingSql(sql`p.erased_at is not null`)}`,
  )

/** The ledger stays for accounting; proofs, texts of payers and gateway webhooks are erased. */
export const payerPersonalData: PersonalDataHandler = {
  tables: {
    payment: true,
    payment_proof: true,
    payment_refund: true,
    payment_event: true,
    money_inbox: true,
    payment_transaction: 'ledger: amounts and transaction ids, kept for accounting',
  },
  needs: 'get payment',
  async findOwnedRows(db, subject) {
    const selectIds = async (query: Sql) => (await db.rows<{ id: number }>(query)).map(({ id }) => id)
    const payment = await selectIds(sql`select p.id from payment p where ${attemptsOfSubjectSql(subject)} order by p.id`)
    return { payment, money_inbox: await selectIds(sql`select id from money_inbox where payment_id = ${anyIdSql(payment)} order by id`) }
  },
  async exportData({ kernel: { db } }, { rows }) {
    const ids = anyIdSql(rows.payment)
    return {
      payments:
        await db.rows(sql`select p.document_type, p.document_id, m.code as method, p.reference, p.amount_minor, p.currency, p.status, p.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'amount_minor', t.amount_minor, 'number', t.provider_txn_id, 'at', t.created_at)
            order by t.id), '[]') from payment_transaction t where t.payment_id = p.id) as transactions
        from payment p join payment_method m on m.id = p.payment_method_id where p.id = ${ids} order by p.id`),
      proofs: await db.rows(sql`select f.payment_id, f.note, f.status, f.created_at, x.name as file, x.mime, x.size
        from ${proofFilesSql} where f.payment_id = ${ids} order by f.id`),
      refunds: await db.rows(
        sql`select payment_id, amount_minor, reason, status, created_at from payment_refund where payment_id = ${ids} order by id`,
      ),
      webhooks: await db.rows(sql`select e.provider, e.type, e.received_at, encode(e.payload, 'escape') as payload from payment_event e
        where ${webhooksOfPaymentsSql(ids)} order by e.id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const ids = anyIdSql(rows.payment)
    const files = await tx.rows<{ file_id: number }>(
      sql`select file_id from payment_proof where payment_id = ${ids} and file_id is not null order by id for update`,
    )
    await tx.run(sql`update payment_proof set file_id = null, note = '', updated_at = now() where payment_id = ${ids}`)
    await dropFiles(
      tx,
      files.map(({ file_id }) => file_id),
    )
    await tx.run(sql`update payment set error_message = '', erased_at = coalesce(erased_at, now()) where id = ${ids}`)
    await tx.run(sql`update payment_refund set reason = '', message = '' where payment_id = ${ids}`)
    await tx.run(sql`update money_inbox set note = '', detail = '' where payment_id = ${ids}`)
    await tx.run(
      sql`update payment_event e set payload = '', headers = '{}' where e.processed_at is not null and ${webhooksOfPaymentsSql(ids)}`,
    )
    tx.invalidate('payment')
  },
  eraseAuditOf: ['payment', 'money_inbox'],
}
