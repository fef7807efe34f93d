import { type Row, slugFrom, type Write } from '#core'
import { addressOf } from '../../domain/fill.ts'
import { blank, idOf, isOn, type Line, linesOf, wordsOf } from './input.ts'
import { prepareStocks } from './stocks.ts'

/** Completes a product as specification C §4 and §5 say, before it is checked. */
export async function prepareProduct(write: Write): Promise<void> {
  fillPictures(write)
  fitType(write)
  fitRedemption(write)
  dropEmptyCommissions(write.input)
  await fillNames(write)
  await prepareStocks(write)
}

/** In the main language, a product with a name that lacks its sku or url gets both: from the sku, else from the name. */
async function fillNames({ ctx, mode, language, input, old }: Write): Promise<void> {
  if (language !== ctx.main) return
  const lacks = (field: string) => (mode === 'create' || field in input) && blank(input[field])
  if (!lacks('sku') && !lacks('url')) return
  const name = wordsOf(input.name ?? old?.name, language)[language]
  if (blank(name)) return
  const sku = 'sku' in input ? input.sku : old?.sku
  const base = blank(sku) ? await slugFrom(String(name), 20) : String(sku).trim()
  input.sku = base
  input.url = addressOf(base)
}

/**
 * Pictures may come as a whole (`images`), or as those that are kept (`image_list`) and new files behind them
 * (`upload_images`). Either way one with an id is kept, and their order is the order given.
 */
function fillPictures({ input, old }: Write): void {
  const { image_list: kept, upload_images: added, ...rest } = input
  if (kept === undefined && added === undefined) return
  const stored = input.images ?? ((old?.images ?? []) as Row[]).map(({ id }) => ({ id }))
  const first = kept === undefined ? stored : (Array.isArray(kept) ? kept : [kept]).filter((one) => !blank(one)).map(asPicture)
  const more = added === undefined ? [] : (Array.isArray(added) ? added : [added]).filter((one) => !blank(one)).map(asPicture)
  for (const name of Object.keys(input)) delete input[name]
  Object.assign(input, rest, { images: [...(Array.isArray(first) ? first : []), ...more] })
}

/** A picture is named by its row, its id or its path. */
function asPicture(one: unknown): unknown {
  if (typeof one === 'number' || (typeof one === 'string' && /^\d+$/.test(one))) return { id: Number(one) }
  return typeof one === 'string' ? { path: one } : one
}

/** Approval and a form go with services only. */
function fitType({ input, old }: Write): void {
  if (input.type === undefined || input.type === 'service' || (old && input.type === old.type)) return
  if (input.is_approval_required === undefined && old?.is_approval_required) input.is_approval_required = false
  if (input.form_id === undefined && old?.form_id) input.form_id = null
}

/** A product that cannot be redeemed has no dates for it. */
function fitRedemption({ mode, input, old }: Write): void {
  const on = input.is_redeemable === undefined ? old?.is_redeemable === true : isOn(input.is_redeemable)
  if (on) return
  for (const name of ['redeem_start_date', 'redeem_end_date'])
    if (mode === 'update' ? old?.[name] || !blank(input[name]) : !blank(input[name])) input[name] = null
}

/** A row of commission without a percentage says nothing. */
function dropEmptyCommissions(input: Line): void {
  const rows = linesOf(input.commissions)
  if (rows) input.commissions = rows.filter((row) => !blank(row.percentage) || (idOf(row) !== undefined && !('percentage' in row)))
}
