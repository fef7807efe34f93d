import { baseCurrency, fileUrl, plainText, type ScreenContext } from 'stoa/store'
import { priceShown } from '../shared/can-buy.ts'
import type { ProductView, StockView } from '../../api-types.ts'
import { buyable } from './choice.ts'
import { isGtin } from './gtin.ts'

const SCHEMA = 'https://schema.org/'

const getAmount = (stock: StockView): string | null => stock.special_price ?? stock.price

const getOffer = (stock: StockView, currency: string, url: string) => ({
  '@type': 'Offer',
  sku: stock.sku,
  url,
  price: getAmount(stock),
  priceCurrency: currency,
  availability: SCHEMA + (buyable(stock) ? 'InStock' : 'OutOfStock'),
  ...(stock.barcode && isGtin(stock.barcode) ? { gtin: stock.barcode } : {}),
})

/** schema.org product. It has no offers if this visitor may not see prices. */
export const productLd = (product: ProductView, context: ScreenContext): Record<string, unknown> => {
  const { origin } = context.bootstrap
  const url = `${origin}${context.prefix}/product/${product.url}`
  const currency = baseCurrency(context.shell.settings)
  const isPriceVisible = priceShown({ config: context.shell.config, signedIn: context.bootstrap.signedIn })
  const priced = product.stocks.filter((stock) => isPriceVisible && stock.visibled && getAmount(stock) !== null)
  const offers = priced.map((stock) => getOffer(stock, currency, url))
  const { price } = product
  const many =
    price && offers.length > 1
      ? {
          '@type': 'AggregateOffer',
          lowPrice: price.from,
          highPrice: price.to,
          priceCurrency: currency,
          offerCount: offers.length,
          offers,
        }
      : offers[0]
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    url,
    description: plainText(product.short_description || product.description).slice(0, 5000),
    image: product.images.map((image) => origin + (fileUrl(image.path) ?? '')),
    ...(product.brand ? { brand: { '@type': 'Brand', name: product.brand.title } } : {}),
    ...(many ? { offers: many } : {}),
  }
}
