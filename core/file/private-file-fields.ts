import { id, literal, sql, type Sql } from '../db/sql.ts'
import type { CompiledField, Resource } from '../resource/compile.ts'

/** Fields of a resource that hold private files. */
export const getPrivateFileFields = (r: Resource): CompiledField[] => r.fields.filter((f) => f.meta.kind === 'privateFile')

/** SQL for what reads return for the file with the id `key`, in a field of the row under `alias`. */
export function privateFilesSql(r: Resource, f: CompiledField, alias: string, key: Sql): Sql {
  const url = sql`${literal(`/api/admin/${r.name}/`)} || ${id(alias)}.id || ${literal(`/file/${f.name}`)}`
  return sql`(select json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size, 'url', ${url}, 'thumbnail',
    case when f.width is not null then ${url} || '?w=160' when f.mime like 'image/%' then ${url} end) from file f where f.id = ${key})`
}
