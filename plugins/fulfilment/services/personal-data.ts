import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/** Shipments stay as part of their order. Tracking numbers identify the recipient and are erased with the notes. */
export const parcelPersonalData: PersonalDataHandler = {
  tables: { shipment: true, shipment_line: 'units of order lines in a shipment' },
  needs: 'get shipment',
  findOwnedRows: async (db, { rows }) => ({
    shipment: (await db.rows<{ id: number }>(sql`select id from shipment where order_id = ${any(rows.order)} order by id`)).map(
      ({ id }) => id,
    ),
  }),
  exportData: async ({ kernel: { db } }, { rows }, requester) => ({
    parcels: await db.rows(sql`select number, order_id, carrier_name, tracking_number, tracking_url, status, shipped_at, received_at,
      case when ${requester} = 'staff' then note end as note from shipment where id = ${any(rows.shipment)} order by id`),
  }),
  async eraseData(tx, _ctx, { rows }) {
    await tx.run(sql`update shipment set note = '', tracking_number = '', tracking_url = '' where id = ${any(rows.shipment)}`)
    tx.invalidate('shipment')
  },
  eraseAuditOf: ['shipment'],
}
