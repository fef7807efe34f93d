import { type Loaded, type Locale, step, textIn } from 'stoa'
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

/** What of its options a stock is: "Colour: Green", "Size: Large". */
export const stockChoices = ({ product: goods, values }: Named, { language, main }: Reader): { label: string; value: string }[] =>
  goods.options.flatMap(({ key, label, values: offered }) =>
    offered
      .filter(({ code }) => code === values[key])
      .map((one) => ({ label: textIn(label, language, main), value: textIn(one.label, language, main) })),
  )

/** What a stock is called: its product's name, and "Green · Large" of its options. */
export const stockNames = (stock: Named, reader: Reader): { name: string; options: string } => ({
  name: textIn(stock.product.name, reader.language, reader.main),
  options: stockChoices(stock, reader)
    .map(({ value }) => value)
    .join(' · '),
})
