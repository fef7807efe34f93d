import { figureText } from 'stoa/money'

/** Formats an amount within a sentence: "HKD 1,234.50". */
export const amountText = (value: string, currency: string): string => figureText(value, currency, `${currency} `)
