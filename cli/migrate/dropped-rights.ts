import core from '../../core/kernel/core-plugin.ts'
import { createDb } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { withConnection } from './lock.ts'

/** The permissions one of some plugins brings. */
export const getRights = (plugins: readonly Plugin[], id: string): string[] =>
  [...new Registry([core, ...plugins]).permissions.values()].filter(({ plugin }) => plugin === id).map(({ name }) => name)

/**
 * Takes permissions out of all roles once what they are for is gone: another plugin may name one of its own the same some day, and nobody
 * gave that one to anybody. @returns how many roles held some
 */
export const dropRights = (url: string, rights: readonly string[]): Promise<number> =>
  withConnection(url, (client) =>
    createDb(client).run(sql`update role set version = version + 1, updated_at = now(),
      permission_list = array(select p from unnest(permission_list) with ordinality as held(p, n) where not p = any(${[...rights]}::text[]) order by n)
      where permission_list && ${[...rights]}::text[]`),
  )
