import { raw, type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** A quoted table or column name. Names come from declarations, never from a request. */
export function id(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is no database name`)
  return raw(`"${name}"`)
}

/** A text constant from a declaration or a closed list, inlined so that expression indexes match it. */
export const literal = (value: string): Sql => raw(`'${value.replaceAll("'", "''")}'`)

/** Escapes the LIKE wildcards in user input. */
export const likeText = (value: string): string => value.replaceAll(/[\\%_]/g, (c) => `\\${c}`)
