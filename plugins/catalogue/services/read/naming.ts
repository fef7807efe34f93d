import { type Loaded, type Locale, relation, pickTranslation } from 'stoa'
import { optionValue, productOption } from '../../resources/option.ts'
import { product } from '../../resources/product.ts'
import { stock } from '../../resources/stock.ts'

const options = relation(productOption, { only: ['key', 'label'], graph: { values: relation(optionValue, { only: ['code', 'label'] }) } })

/** A stock as a graph reads it for people: with the name of its product and the words of its options. */
export const namedStock = relation(stock, {
  only: ['sku', 'barcode', 'values'],
  graph: { product: relation(product, { only: ['name', 'has_expiry_date'], graph: { options } }) },
})

/** Somebody's languages. */
interface Reader {
  language: Locale
  mainLanguage: Locale
}

type Named = Loaded<(typeof stock)['fields'], NonNullable<(typeof namedStock)['graph']>, 'sku' | 'barcode' | 'values'>

/** What of its options a stock is: "Colour: Green", "Size: Large". */
export const listChoices = ({ product: goods, values }: Named, { language, mainLanguage }: Reader): { label: string; value: string }[] =>
  goods.options.flatMap(({ key, label, values: offered }) =>
    offered
      .filter(({ code }) => code === values[key])
      .map((one) => ({ label: pickTranslation(label, language, mainLanguage), value: pickTranslation(one.label, language, mainLanguage) })),
  )

/** What a stock is called: its product's name, and "Green · Large" of its options. */
export const getStockNames = (stock: Named, reader: Reader): { name: string; options: string } => ({
  name: pickTranslation(stock.product.name, reader.language, reader.mainLanguage),
  options: listChoices(stock, reader)
    .map(({ value }) => value)
    .join(' · '),
})
