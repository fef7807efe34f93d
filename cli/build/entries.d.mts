/** The public entries of the product, `stoa/admin` and the like, as aliases of a bundler. */
export function entryAliases(product: string): { find: RegExp; replacement: string }[]
