import core from '../../core/kernel/core-plugin.ts'
import { createDb } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { withConnection } from './lock.ts'

/** The permissions declared by one plugin. */
export const getRights = (plugins: readonly Plugin[], id: string): string[] =>
  [...new Registry([core, ...plugins]).permissions.values()].filter(({ plugin }) => plugin === id).map(({ name }) => name)

/**
 * Removes permissions from all roles after their plugin is dropped: another plugin may later declare the same name, which nobody
 * granted. @returns the number of roles changed
 */
export const dropRights = (url: string, rights: readonly string[]): Promise<number> =>
  withConnection(url, (client) =>
    createDb(client).run(sql`update role set version = version + 1, updated_at = now(),
      permission_list = array(select p from unnest(permission_list) with ordinality as held(p, n) where not p = any(${[...rights]}::text[]) order by n)
      where permission_list && ${[...rights]}::text[]`),
  )
