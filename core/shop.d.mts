/** The nearest folder from `folder` upward that `accepts`; undefined at the top. */
export function nearest(folder: string, accepts: (folder: string) => boolean): string | undefined
/** The folder of the shop that `cwd` lies in; the product's own folder where there is no other. */
export function findShop(product: string, cwd?: string, named?: string): string
