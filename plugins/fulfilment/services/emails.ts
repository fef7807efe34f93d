import { type Ctx, sql } from 'stoa'
import { countedLines, type EmailOrder, type OrderEmail } from 'stoa/plugins/sales'

interface Parcel {
  carrier_name: string
  tracking_number: string
  tracking_url: string
  lines: { id: number; quantity: number }[]
}

/** Variables of a shipment e-mail. */
async function readVariables({ kernel }: Ctx, order: EmailOrder, ref: number): Promise<Record<string, string>> {
  const [lines, parcel] = await Promise.all([
    countedLines(kernel.db, order.id),
    kernel.db.one<Parcel>(sql`select s.carrier_name, s.tracking_number, s.tracking_url,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.order_line_id, 'quantity', x.quantity)), '[]') from shipment_line x where x.shipment_id = s.id) as lines
      from shipment s where s.id = ${ref} and s.order_id = ${order.id}`),
  ])
  const units = new Map(parcel?.lines.map(({ id, quantity }) => [id, quantity]))
  return {
    items: lines.flatMap(({ id, name }) => (units.has(id) ? [`${name} × ${units.get(id)}`] : [])).join('\n'),
    tracking: [parcel?.carrier_name, parcel?.tracking_number, parcel?.tracking_url].filter(Boolean).join(' · '),
  }
}

/** One e-mail per shipment. */
export const shipmentEmails: Record<string, OrderEmail> = {
  shipped: { texts: 'fulfilment:mail.shipped', readVariables },
  ready: { texts: 'fulfilment:mail.ready', readVariables },
}
