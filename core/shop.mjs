import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The nearest folder from `folder` upward that `accepts`; undefined at the top. */
export function nearest(folder, accepts) {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (accepts(at)) return at
    if (at === dirname(at)) return undefined
  }
}

/** A shop lists its plugins, or depends on the product and has those the product lists. */
function isShop(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return false
  const { stoa, dependencies } = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(stoa?.plugins) || dependencies?.stoa !== undefined
}

/**
 * Starting in a folder runs the plugins its package.json lists. A package.json that another account wrote, in /tmp say, would run
 * that account's code with the rights of this one.
 */
function requireOwnFile(folder) {
  const me = process.geteuid?.()
  const owner = statSync(join(folder, 'package.json')).uid
  if (me === undefined || owner === me || owner === 0) return
  throw new Error(
    `${join(folder, 'package.json')} belongs to another account. Set STOA_SHOP=${folder} where you trust it, or start elsewhere.`,
  )
}

/**
 * The folder of the shop: that of STOA_SHOP, else the nearest one from `cwd` upward whose package.json has `stoa.plugins` or
 * depends on `stoa`, else the product's own.
 * @throws Error when STOA_SHOP names no such folder, or the folder found belongs to another account
 */
export function findShop(product, cwd = process.cwd(), named = process.env.STOA_SHOP) {
  if (named) {
    const folder = resolve(cwd, named)
    if (!isShop(folder)) throw new Error(`STOA_SHOP is ${folder}, whose package.json neither lists stoa.plugins nor depends on stoa.`)
    return realpathSync(folder)
  }
  const found = nearest(cwd, isShop)
  if (found === undefined || realpathSync(found) === realpathSync(product)) return product
  requireOwnFile(found)
  return realpathSync(found)
}
