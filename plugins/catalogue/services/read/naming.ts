import { type Loaded, type Locale, relation, pickTranslation } from 'stoa'
import { optionValue, productOption } from '../../resources/option.ts'
import { product } from '../../resources/product.ts'
import { stock } from '../../resources/stock.ts'

const options = relation(productOption, { only: ['key', 'label'], graph: { values: relation(optionValue, { only: ['code', 'label'] }) } })

/** Relation that loads a stock item with what its name needs: product name and option labels. */
export const namedStock = relation(stock, {
  only: ['sku', 'barcode', 'values'],
  graph: { product: relation(product, { only: ['name', 'has_expiry_date'], graph: { options } }) },
})

/** Languages of the reader. */
interface Reader {
  language: Locale
  mainLanguage: Locale
}

type Named = Loaded<(typeof stock)['fields'], NonNullable<(typeof namedStock)['graph']>, 'sku' | 'barcode' | 'values'>

/** Option values of a stock item: "Colour: Green", "Size: Large". */
export const listChoices = ({ product: goods, values }: Named, { language, mainLanguage }: Reader): { label: string; value: string }[] =>
  goods.options.flatMap(({ key, label, values: offered }) =>
    offered
      .filter(({ code }) => code === values[key])
      .map((attributeValue) => ({
        label: pickTranslation(label, language, mainLanguage),
        value: pickTranslation(attributeValue.label, language, mainLanguage),
      })),
  )

/** Name of a stock item: product name, and option values as "Green · Large". */
export const getStockNames = (stock: Named, reader: Reader): { name: string; options: string } => ({
  name: pickTranslation(stock.product.name, reader.language, reader.mainLanguage),
  options: listChoices(stock, reader)
    .map(({ value }) => value)
    .join(' · '),
})
