import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/**
 * The public entries of the product as aliases of a bundler: `stoa/admin` → its file. Self-reference of a package is known to Node and
 * TypeScript; bundlers are told by these, so that a plugin anywhere gets the one copy of the product that is running.
 * @returns {{ find: RegExp, replacement: string }[]}
 */
export function entryAliases(product) {
  const { name, exports = {} } = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8'))
  return (
    Object.entries(exports)
      // Of two patterns that fit the longer one counts, as in Node.
      .sort(([a], [b]) => b.length - a.length)
      .map(([key, file]) => {
        const [before, after] = `${name}${key.slice(1)}`.split('*')
        const find = after === undefined ? `^${escaped(before)}$` : `^${escaped(before)}([^/]+)${escaped(after)}$`
        return { find: new RegExp(find), replacement: join(product, file.default ?? file).replace('*', '$1') }
      })
  )
}
