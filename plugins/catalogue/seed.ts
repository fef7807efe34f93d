import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, projectRoot, type Row, type Seed, storeFixture } from 'stoa'
import { planPrices } from './seed-prices.ts'

const folder = join(projectRoot(), 'fixtures', 'catalogue')
type Json = Record<string, unknown>
const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T
const read = (name: string): Json[] => readJson<Json[]>(name)

/** Products of the demo shop. Existing ones, by natural key, stay unchanged. */
export const seedCatalogue: Seed = async (ctx, set) => {
  const { resources } = ctx.kernel
  for (const { resource, key } of [
    { resource: 'brand', key: 'url' },
    { resource: 'attribute', key: 'key' },
  ]) {
    for (const input of read(resource)) {
      if (!(await resources.findBy(ctx, resource, key, input[key]))) await resources.create(ctx, resource, input)
    }
  }
  for (const { parent, ...input } of read('category')) {
    if (await resources.findBy(ctx, 'category', 'url', input.url)) continue
    const above = parent ? await resources.findBy(ctx, 'category', 'url', parent) : undefined
    await resources.create(ctx, 'category', { ...input, ...(above ? { parent_id: above.id } : {}) })
  }
  const products = read('product')
  const facts = readJson<Record<string, Facts>>('product-attribute')
  for (const input of set === 'small' ? products.slice(0, 8) : products) await seedProduct(ctx, input, facts[String(input.sku)] ?? {})
  if (ctx.year)
    planPrices(
      ctx.year,
      products.map(({ sku }) => String(sku)),
    )
}

/** Attributes of a demo product: value codes, a number, a boolean, or a text by language. */
type Facts = Record<string, string | string[] | boolean | Json>

async function seedProduct(ctx: Ctx, input: Json, facts: Facts): Promise<void> {
  const { resources } = ctx.kernel
  if (await resources.findBy(ctx, 'product', 'sku', input.sku)) return
  const findId = async (resource: string, key: string, value: unknown) => (await resources.findBy(ctx, resource, key, value))?.id
  const { brand, categories, pictures, ...rest } = input as Json & { categories: string[]; pictures?: string[] }
  await resources.create(ctx, 'product', {
    ...rest,
    brand_id: brand ? await findId('brand', 'url', brand) : null,
    categories: (await Promise.all(categories.map((url) => findId('category', 'url', url)))).filter((id) => id !== undefined),
    images: await Promise.all((pictures ?? []).map(async (file) => ({ path: await storeFixture(ctx, join(folder, 'pictures', file)) }))),
    attributes: (await Promise.all(Object.entries(facts).map(([key, fact]) => attributeRow(ctx, key, fact)))).flat(),
  })
}

async function attributeRow(ctx: Ctx, key: string, fact: Facts[string]): Promise<Json[]> {
  const found = await ctx.kernel.resources.findBy(ctx, 'attribute', 'key', key)
  if (!found) return []
  const row = await ctx.kernel.resources.get(ctx, 'attribute', found.id, ctx.mainLanguage)
  const chosen = (Array.isArray(fact) ? fact : [fact]).map((code) => (row.values as Row[]).find((v) => v.code === code)?.id)
  const value: Json =
    row.input === 'bool'
      ? { flag: fact }
      : row.input === 'number'
        ? { number: fact }
        : row.input === 'text'
          ? { text: fact }
          : { values: chosen }
  return [{ attribute_id: row.id, ...value }]
}
