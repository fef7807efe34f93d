import { dropFiles, sql, type Sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const anySql = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/** Returns and refunds stay; reasons and pictures are erased. */
export const returnPersonalData: PersonalDataHandler = {
  tables: { sales_return: true, return_line: true, return_picture: true, refund: true, refund_line: 'quantities and amounts' },
  needs: 'get return & get refund',
  async findOwnedRows(db, { rows }) {
    const selectIds = async (table: Sql) =>
      (await db.rows<{ id: number }>(sql`select id from ${table} where order_id = ${anySql(rows.order)} order by id`)).map(({ id }) => id)
    return { return: await selectIds(sql`sales_return`), refund: await selectIds(sql`refund`) }
  },
  async exportData({ kernel: { db } }, { rows }) {
    return {
      returns: await db.rows(sql`select r.number, r.order_id, r.kind, r.status, r.requested_by, r.reason_code, r.note, r.created_at,
          (select coalesce(jsonb_agg(jsonb_build_object('order_line_id', l.order_line_id, 'quantity', l.quantity, 'reason', l.reason) order by l.id), '[]')
            from return_line l where l.return_id = r.id) as lines,
          (select coalesce(jsonb_agg(p.name order by p.id), '[]') from return_picture p where p.return_id = r.id) as pictures
        from sales_return r where r.id = ${anySql(rows.return)} order by r.id`),
      refunds: await db.rows(sql`select number, order_id, method, amount_minor, currency, status, reason, created_at from refund
        where id = ${anySql(rows.refund)} order by id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const deletedPictures = await tx.rows<{ file_id: number }>(
      sql`delete from return_picture where return_id = ${anySql(rows.return)} returning file_id`,
    )
    await dropFiles(
      tx,
      deletedPictures.map(({ file_id }) => file_id),
    )
    await tx.run(sql`update sales_return set note = '' where id = ${anySql(rows.return)}`)
    await tx.run(sql`update return_line set reason = '' where return_id = ${anySql(rows.return)}`)
    await tx.run(sql`update refund set reason = '', failure = '' where id = ${anySql(rows.refund)}`)
    tx.invalidate('return')
    tx.invalidate('refund')
  },
  eraseAuditOf: ['return', 'refund'],
}
