/** Public exports of this plugin. */
export { baseCurrency, markedMoney, getMark, getRate, type SaleCurrency, unitPrice } from './money.ts'
export { currency, type Currency } from './settings.ts'
export { isCurrencyCode } from './domain/currency-code.ts'
export { MOST_PRICE } from './domain/most-price.ts'
export { exchangeRate } from './resources/exchange-rate.ts'
export { type DatedRate, listRatedCurrencies, readRateOn } from './services/dated-rate.ts'
