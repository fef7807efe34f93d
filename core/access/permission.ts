/**
 * Permissions are plain strings: "action resource" with an optional "batch" in front, such as `get account`, `batch update
 * account`, `superuser role` (specification A §3, §6). Resource words are singular, with spaces.
 */
export interface Permission {
  action: string
  batch: boolean
  resource: string
}

/** Singular of an English plural, for permissions entered by people: "accounts" becomes "account". */
export function toSingular(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.replace(/es$/, '')
  return word.replace(/s$/, '')
}

/**
 * Parses `batch update accounts`, `account:get` or `get account`. Some plurals have two possible singulars ("warehouses", "boxes");
 * a `known` one is preferred.
 * @throws Error when the action or the resource is missing.
 */
export function parsePermission(value: string, knownPermissions?: { has(name: string): boolean }): Permission {
  const flipped = /^([a-z_ -]+):([a-z_ -]+)$/i.exec(value.trim())
  const parts = (flipped ? `${flipped[2]} ${flipped[1]}` : value)
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
  const batch = parts[0] === 'batch'
  const [action, ...words] = batch ? parts.slice(1) : parts
  if (!action || words.length === 0 || !parts.every((part) => /^[a-z0-9]+$/.test(part)))
    throw new Error(`"${value}" is no permission: write it as "update account"`)
  const last = words.pop() ?? ''
  const toPermission = (word: string) => ({ action, batch, resource: [...words, word].join(' ') })
  const found = [last, toSingular(last), last.replace(/s$/, '')].find((word) => knownPermissions?.has(formatPermission(toPermission(word))))
  return toPermission(found ?? toSingular(last))
}

/**
 * The permissions that a text in any spelling stands for: several when its resource is an alias of others. Does not check that they
 * exist.
 * @param aliases resource words by the word that stands for them
 * @throws Error when the action or the resource is missing
 */
export function resolvePermission(
  value: string,
  knownPermissions: { has(name: string): boolean },
  aliases: ReadonlyMap<string, readonly string[]>,
): string[] {
  const permission = parsePermission(value, knownPermissions)
  const canonical = formatPermission(permission)
  const resources = aliases.get(permission.resource)
  if (knownPermissions.has(canonical) || !resources) return [canonical]
  return resources.map((resource) => formatPermission({ ...permission, resource }))
}

/** Formats a permission as it is stored. */
export const formatPermission = (p: Permission): string => `${p.batch ? 'batch ' : ''}${p.action} ${p.resource}`

/** The word for a resource in permissions: `event_category` → `event category`. */
export const permissionWord = (resource: string): string => resource.replaceAll('_', ' ')

/**
 * Whether a set of permissions satisfies an expression such as `print barcode | print qrcode` (either) or `get account & get role`
 * (both). `|` binds weaker than `&`.
 */
export const satisfies = (granted: ReadonlySet<string>, needs: string): boolean =>
  needs.split('|').some((all) => all.split('&').every((permission) => granted.has(permission.trim())))

/** The single permissions in an expression. */
export const listPermissions = (needs: string): string[] =>
  needs
    .split(/[|&]/)
    .map((s) => s.trim())
    .filter(Boolean)
