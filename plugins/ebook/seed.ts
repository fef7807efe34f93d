import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, type Seed, storeFixture } from 'stoa'

const folder = join(projectRoot(), 'fixtures', 'ebook')

interface Example {
  url: string
  cover: string
  file: string
  product?: string
  [field: string]: unknown
}

/** Sample e-books. Existing ones, by url, stay as they are. */
export const seedEbooks: Seed = async (ctx) => {
  const { resources } = ctx.kernel
  for (const { cover, file, product, ...rest } of JSON.parse(readFileSync(join(folder, 'ebook.json'), 'utf8')) as Example[]) {
    if (await resources.findBy(ctx, 'ebook', 'url', rest.url)) continue
    const sold = product ? await resources.findBy(ctx, 'product', 'sku', product) : undefined
    // The small sample set lacks some products; e-books of these are skipped.
    if (product && !sold) continue
    await resources.create(ctx, 'ebook', {
      ...rest,
      cover: await storeFixture(ctx, join(folder, 'pictures', cover)),
      file: await storeFixture(ctx, join(folder, file), 'file'),
      ...(sold ? { product_id: sold.id } : {}),
    })
  }
}
