/**
 * Skus for variants that have none: the product's sku with -stock1, -stock2 … in order, skipping taken ones
 * (specification C §5).
 */
export function fillSkus(base: string, stocks: readonly { sku?: unknown }[]): string[] {
  const taken = new Set(stocks.map((s) => s.sku).filter((s): s is string => typeof s === 'string' && s !== ''))
  let n = 0
  return stocks.map((s) => {
    if (typeof s.sku === 'string' && s.sku.trim() !== '') return s.sku
    let sku: string
    do sku = `${base}-stock${++n}`
    while (taken.has(sku))
    taken.add(sku)
    return sku
  })
}
