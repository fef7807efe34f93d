import type { Facts, Line } from './types.ts'

/** A selection of lines by product, category or brand. An empty selection means all lines. */
export interface Choice {
  products?: readonly number[]
  categories?: readonly number[]
  brands?: readonly number[]
}

const named = ({ products = [], categories = [], brands = [] }: Choice) => products.length + categories.length + brands.length > 0

function isOne({ products = [], categories = [], brands = [] }: Choice, line: Line, facts: Facts): boolean {
  if (line.product_id === null) return false
  if (products.includes(line.product_id)) return true
  const productFacts = facts.products.get(line.product_id)
  if (!productFacts) return false
  return (
    (productFacts.brand !== null && brands.includes(productFacts.brand)) || productFacts.categories.some((id) => categories.includes(id))
  )
}

/** The indexes of the lines that a selection matches. */
export function selectLines(choice: Choice, facts: Facts): number[] {
  const all = !named(choice)
  return facts.lines.flatMap((line, i) => (all || isOne(choice, line, facts) ? [i] : []))
}
