/** Whether a text has the format of an ISO 4217 code. */
export const isCurrencyCode = (code: string): boolean => /^[A-Z]{3}$/.test(code)
