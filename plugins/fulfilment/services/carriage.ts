import { type ParsedFields, type Ctx, f, validationError, sql, message, type Tx } from 'stoa'
import { SHIPPING } from 'stoa/plugins/shipping'

/** Carrier and tracking of a shipment. */
export const carriage = {
  carrier_id: f.maybe(f.int({ min: 1 })),
  carrier_name: f.text({ default: '', maxLength: 100 }),
  tracking_number: f.text({ default: '', maxLength: 100 }),
  tracking_url: f.maybe(f.url()),
}
export type Carriage = ParsedFields<typeof carriage>

/** Carrier and tracking link as stored: looked up for a known carrier. @throws AppError INVALID */
export async function parseCarriage({ kernel }: Ctx, carriage: Carriage): Promise<Carriage & { tracking_url: string }> {
  const { carrier_id, carrier_name, tracking_number, tracking_url } = carriage
  if (carrier_id === null) return { carrier_id, carrier_name, tracking_number, tracking_url: tracking_url ?? '' }
  const carrier = await kernel.get(SHIPPING).findCarrier(kernel.db, carrier_id, tracking_number)
  if (!carrier) throw validationError({ carrier_id: message('core:rule.choice') })
  return { carrier_id, carrier_name: carrier.name, tracking_number, tracking_url: tracking_url ?? carrier.follow }
}

/** Updates carrier, weight and note of a shipment; absent values stay. */
export async function changeCarriage(
  tx: Tx,
  id: number,
  carriageInput: (Carriage & { tracking_url: string }) | undefined,
  details: { weight_g: number | null; note: string | null },
): Promise<void> {
  if (carriageInput)
    await tx.run(sql`update shipment set carrier_id = ${carriageInput.carrier_id}, carrier_name = ${carriageInput.carrier_name}, tracking_number = ${carriageInput.tracking_number},
      tracking_url = ${carriageInput.tracking_url}, updated_at = now() where id = ${id}`)
  if (details.weight_g !== null || details.note !== null)
    await tx.run(sql`update shipment set weight_g = coalesce(${details.weight_g}::int, weight_g), note = coalesce(${details.note}::text, note),
      updated_at = now() where id = ${id}`)
}
