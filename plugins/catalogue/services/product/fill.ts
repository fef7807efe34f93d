import { type DraftInput, type RawInput, isLocale, locales, slugFrom } from 'stoa'
import { toUrlHandle } from '../../domain/fill.ts'
import type { ProductFields } from '../../resources/product-fields.ts'
import { blank } from './input.ts'
import { completeStocks } from './stocks.ts'

type ProductDraft = DraftInput<ProductFields>

/** Completes a product before validation (specification C §4, §5). */
export async function completeProduct(draft: ProductDraft): Promise<void> {
  nameCopy(draft)
  fitType(draft)
  await fillNames(draft)
  await completeStocks(draft)
}

/** Marks a copy in each language of its name. */
function nameCopy({ ctx, source, input }: ProductDraft): void {
  if (source !== 'clone' || !input.name) return
  input.name = Object.fromEntries(
    Object.entries(input.name).map(([at, name]) => [at, isLocale(at) ? ctx.kernel.i18n.t(at, 'catalogue:copy_of', { name }) : name]),
  )
}

/** Fills missing sku and url of a product with a name in any language: from the sku, or else from the name. */
async function fillNames({ ctx, mode, language, input, old }: ProductDraft): Promise<void> {
  const lacks = (field: 'sku' | 'url') => (mode === 'create' || input[field] !== undefined) && blank(input[field])
  if (!lacks('sku') && !lacks('url')) return
  const names = { ...old?.name, ...input.name }
  const name = [ctx.mainLanguage, language, ...locales].map((at) => names[at]).find((translation) => !blank(translation))
  if (name === undefined) return
  const sku = input.sku === undefined ? old?.sku : input.sku
  const base = blank(sku) ? await slugFrom(name, 20) : sku
  input.sku = base
  input.url = toUrlHandle(base)
}

/**
 * Images come as a whole (`images`), or as existing ones (`image_list`) followed by new files (`upload_images`). In
 * both cases an image with an id is kept, and the given order applies.
 */
export function parseProductInput(rawInput: RawInput<ProductFields>): void {
  const { image_list: existingImages, upload_images: added, ...rest } = rawInput.input
  if (existingImages === undefined && added === undefined) return
  const stored = rest.images ?? (rawInput.old?.images ?? []).map(({ id }) => ({ id }))
  const first = existingImages === undefined ? stored : asPictures(existingImages)
  rawInput.input = { ...rest, images: [...(Array.isArray(first) ? first : []), ...asPictures(added)] }
}

/** Images are given as rows, ids or paths. */
const asPictures = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value])
    .filter((image: unknown) => !blank(image))
    .map((image: unknown) =>
      typeof image === 'number' || (typeof image === 'string' && /^\d+$/.test(image))
        ? { id: Number(image) }
        : typeof image === 'string'
          ? { path: image }
          : image,
    )

/** Time-based products are not tracked by default, since nobody receives stock for them. */
const uncounted: ReadonlySet<unknown> = new Set(['service', 'booking'])

/** Only a service can be sold by application form. */
function fitType({ mode, input, old }: ProductDraft): void {
  if (mode === 'create' && uncounted.has(input.type)) input.track_inventories ??= false
  if (!blank(input.type) && input.type !== 'service' && old?.by_application) input.by_application = false
}
