import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, projectRoot, type Seed, sql, storeFile } from '#core'

const folder = join(projectRoot(), 'fixtures', 'ebook')

interface Example {
  url: string
  cover: string
  file: string
  product?: string
  [field: string]: unknown
}

/** Example books. What is there already, by its url, stays as it is. */
export const seedEbooks: Seed = async (ctx) => {
  const { resources } = ctx.kernel
  for (const { cover, file, product, ...rest } of JSON.parse(readFileSync(join(folder, 'ebook.json'), 'utf8')) as Example[]) {
    if (await resources.findBy(ctx, 'ebook', 'url', rest.url)) continue
    const sold = product ? await resources.findBy(ctx, 'product', 'sku', product) : undefined
    // The small set leaves some products out; a book that is sold with one of them stays out too.
    if (product && !sold) continue
    await resources.create(ctx, 'ebook', {
      ...rest,
      cover: await upload(ctx, join('pictures', cover), 'image'),
      file: await upload(ctx, file, 'file'),
      ...(sold ? { product_id: sold.id } : {}),
    })
  }
}

async function upload(ctx: Ctx, file: string, type: 'image' | 'file'): Promise<string> {
  const name = file.split(/[\\/]/).at(-1) ?? file
  const known = await ctx.kernel.db.one<{ path: string }>(sql`select path from file where name = ${name} limit 1`)
  if (known) return known.path
  const bytes = readFileSync(join(folder, file))
  return (await storeFile(ctx.kernel, ctx.kernel.db, { bytes, name, type, trusted: true, isPrivate: type === 'file' })).path
}
