/** Six or more digits with spaces and hyphens in between, as in account numbers and FPS identifiers. */
const NUMBER = /\d(?:[ -]?\d){5,}/g

/** The distinct numbers in instructions that a payer enters at the bank. */
export const numbersIn = (html: string): string[] => [...new Set(html.replaceAll(/<[^<>]*>/g, '\n').match(NUMBER) ?? [])]
