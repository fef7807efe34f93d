/** Six digits or more, as accounts and FPS identifiers have, with spaces and hyphens in between. */
const NUMBER = /\d(?:[ -]?\d){5,}/g

/** The numbers in instructions that a payer types at the bank, each once. */
export const numbersIn = (html: string): string[] => [...new Set(html.replaceAll(/<[^<>]*>/g, '\n').match(NUMBER) ?? [])]
