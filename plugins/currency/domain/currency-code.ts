/** Whether a text has the form of a currency code of ISO 4217. */
export const isCurrencyCode = (code: string): boolean => /^[A-Z]{3}$/.test(code)
