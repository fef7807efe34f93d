import { type Loaded, type Locale, step, textIn } from '#core'
import { optionValue, productOption } from '../../resources/option.ts'
import { product } from '../../resources/product.ts'
import { stock } from '../../resources/stock.ts'

const options = step(productOption, { only: ['key', 'label'], graph: { values: step(optionValue, { only: ['code', 'label'] }) } })

/** A stock as a graph reads it for people: with the name of its product and the words of its options. */
export const namedStock = step(stock, {
  only: ['sku', 'barcode', 'values'],
  graph: { product: step(product, { only: ['name', 'has_expiry_date'], graph: { options } }) },
})

/** Somebody's languages. */
interface Reader {
  language: Locale
  main: Locale
}

type Named = Loaded<(typeof stock)['fields'], NonNullable<(typeof namedStock)['graph']>, 'sku' | 'barcode' | 'values'>

/** What a stock is called: its product's name, and "Green · Large" of its options. */
export function stockNames({ product: goods, values }: Named, { language, main }: Reader): { name: string; options: string } {
  const words = goods.options.flatMap((option) => option.values.filter((v) => v.code === values[option.key]))
  return { name: textIn(goods.name, language, main), options: words.map((v) => textIn(v.label, language, main)).join(' · ') }
}
