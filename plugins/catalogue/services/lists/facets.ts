import { type Ctx, formatMoney, join, sql, type Sql } from 'stoa'
import type { FacetView } from '../../api-types.ts'
import { listAttributes } from '../read/attributes.ts'
import { listBrands } from '../read/brands.ts'
import { getFacet, type Filter, filterSql } from './filter.ts'
import type { Source } from './source.ts'
import { isCounted } from '../read/stock-levels.ts'
import { getAllowed } from '../read/rules.ts'
import { categoryNodes, getSubtree } from '../read/tree.ts'

/** Counts cover at most this many products; a longer list has to be narrowed by category first. */
const most = 20_000

interface Count {
  facet: string
  value: string
  n: number
}

type Counted = Source & { from: Sql }

/** Facets of a list. Each is counted as if it were not filtered by that facet itself. */
export async function countFacets(ctx: Ctx, source: Counted, filter: Filter): Promise<FacetView[]> {
  const active = [...new Set([...filter.keys()].map(getFacet))]
  const whole = await findCounts(ctx, source, filter)
  const alone = new Map(await Promise.all(active.map(async (facet) => [facet, await findCounts(ctx, source, filter, facet)] as const)))
  const counts = [
    ...whole.filter((c) => !alone.has(c.facet)),
    ...[...alone].flatMap(([facet, list]) => list.filter((c) => c.facet === facet)),
  ]
  return describe(ctx, source, counts, filter)
}

async function findCounts(ctx: Ctx, source: Counted, filter: Filter, without?: string): Promise<Count[]> {
  const tops = source.position === 'category' ? [] : await branches(ctx, filter)
  const where = join([sql`x.shown`, ...source.conditions, ...(await filterSql(ctx, filter, without))], ' and ')
  return ctx.kernel.db.rows<Count>(sql`
    with m as materialized (select x.product_id, x.brand_id, x.in_stock, x.lowest_minor, x.is_new, x.is_featured, x.is_hot, x.facets
      from ${source.from} where ${where} limit ${most})
    select 'brand' as facet, brand_id::text as value, count(*)::int as n from m where brand_id is not null group by brand_id
    union all select 'category', c.url, count(distinct l.product_id)::int from unnest(${tops.map((t) => t.id)}::bigint[], ${tops.map((t) => t.url)}::text[]) c(id, url)
      join product_category l on l.category_id = c.id join m on m.product_id = l.product_id group by c.url
    union all select split_part(f, ':', 1), substr(f, strpos(f, ':') + 1), count(*)::int from m, unnest(m.facets) f group by f
    union all select 'in_stock', '1', count(*)::int from m where in_stock having count(*) > 0
    union all select 'flag', v.flag, count(*)::int from m, lateral (values ('new', m.is_new), ('featured', m.is_featured), ('hot', m.is_hot)) v(flag, held)
      where v.held group by v.flag
    union all select 'price', min(lowest_minor) || '-' || max(lowest_minor), count(*)::int from m having min(lowest_minor) < max(lowest_minor)`)
}

/** Categories offered for a search: top-level categories, and the selected ones. */
const isTop = (n: { parent_id: number | null; url: string }, filter: Filter) =>
  n.parent_id === null || (filter.get('category')?.includes(n.url) ?? false)

/** Each of these categories with its descendants: a product counts once per branch. */
async function branches(ctx: Ctx, filter: Filter): Promise<{ id: number; url: string }[]> {
  const nodes = await categoryNodes(ctx)
  return nodes.filter((n) => isTop(n, filter)).flatMap((n) => getSubtree(nodes, n.id).map((id) => ({ id, url: n.url })))
}

async function describe(ctx: Ctx, source: Counted, counts: readonly Count[], filter: Filter): Promise<FacetView[]> {
  const getCounts = (facet: string) => new Map(counts.filter((c) => c.facet === facet).map((c) => [c.value, c.n]))
  const chosen = (facet: string, value: string) => filter.get(facet)?.includes(value) ?? false
  const view = (key: string, values: FacetView['values'], more: Partial<FacetView> = {}): FacetView => ({
    key,
    label: null,
    values: values.filter((v) => v.count > 0 || v.chosen),
    ...more,
  })
  const brandCounts = getCounts('brand')
  const nodes = await categoryNodes(ctx)
  const categoryCounts = getCounts('category')
  const facets: FacetView[] = []
  if (source.position !== 'category') {
    const tops = nodes.filter((n) => isTop(n, filter))
    facets.push(
      view(
        'category',
        tops.map((n) => ({ value: n.url, label: n.title, count: categoryCounts.get(n.url) ?? 0, chosen: chosen('category', n.url) })),
      ),
    )
  }
  facets.push(
    view(
      'brand',
      (await listBrands(ctx)).map((b) => ({
        value: b.url,
        label: b.title,
        count: brandCounts.get(String(b.id)) ?? 0,
        chosen: chosen('brand', b.url),
      })),
    ),
  )
  for (const a of await listAttributes(ctx)) {
    if (a.input === 'text' || a.kind === 'spec' || !a.position.includes(source.position ?? 'search')) continue
    const found = getCounts(a.key)
    const named = a.input === 'number' || a.input === 'bool' ? plain([...found.keys()]) : a.values
    const values = named.map((v) => ({
      value: v.code,
      label: v.label,
      count: found.get(v.code) ?? 0,
      chosen: chosen(a.key, v.code),
      ...(v.colour ? { colour: v.colour } : {}),
    }))
    facets.push(
      view(a.key, a.input === 'bool' ? values.filter((v) => v.value === '1') : values, {
        label: a.label,
        ...(a.input === 'bool' ? { flag: true } : {}),
      }),
    )
  }
  const range = [...getCounts('price').keys()][0]?.split('-').map(Number)
  if (range && getAllowed(ctx).price)
    facets.push({ key: 'price', label: null, values: [], from: formatMoney(range[0] ?? 0), to: formatMoney(range[1] ?? 0) })
  const flagCounts = getCounts('flag')
  facets.push(
    view(
      'flag',
      ['new', 'featured', 'hot'].map((f) => ({ value: f, label: null, count: flagCounts.get(f) ?? 0, chosen: chosen('flag', f) })),
    ),
  )
  if (isCounted(ctx.kernel))
    facets.push(
      view('in_stock', [{ value: '1', label: null, count: getCounts('in_stock').get('1') ?? 0, chosen: chosen('in_stock', '1') }], {
        flag: true,
      }),
    )
  return facets.filter((f) => f.values.length > 0 || f.from !== undefined)
}

/** Number values need no label and are sorted in ascending order. */
const plain = (values: string[]): { code: string; label: string; colour?: string | null }[] =>
  values.toSorted((a, b) => Number(a) - Number(b)).map((value) => ({ code: value, label: value }))
