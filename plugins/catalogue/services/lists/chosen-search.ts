import { withTimeout, type Ctx, sql } from 'stoa'
import { shop } from '../../settings.ts'
import { PRODUCT_SEARCHES } from './product-search.ts'

/** Timeout of a search in milliseconds. */
const TIMEOUT = 2_000

/** Name of the search selected in the settings; undefined for the built-in one. */
export function getChosenSearch({ kernel }: Pick<Ctx, 'kernel'>): string | undefined {
  const { search_by } = kernel.settings.of(shop)
  return search_by !== null && kernel.contributions(PRODUCT_SEARCHES).has(search_by) ? search_by : undefined
}

/** Public products found by the selected search; undefined if it failed. */
export async function searchBy(
  ctx: Ctx,
  name: string,
  keyword: string,
  limit: number,
): Promise<{ ids: number[]; more: boolean } | undefined> {
  const { kernel } = ctx
  try {
    const found = await withTimeout(TIMEOUT, (signal) =>
      kernel.contributions(PRODUCT_SEARCHES).get(name)?.search(ctx, { keyword, limit }, signal),
    )
    const rows = await kernel.db.rows<{ id: number }>(sql`select x.product_id as id
      from (select id, min(place) as place from unnest(${found?.ids.slice(0, limit) ?? []}::bigint[]) with ordinality u(id, place) group by id) f
      join product_shelf x on x.product_id = f.id and x.shown order by f.place`)
    return { ids: rows.map(({ id }) => id), more: found?.more ?? false }
  } catch (err) {
    kernel.log.warn({ err, search: name }, 'products could not be searched by a plugin; the product searches by itself')
    return undefined
  }
}
