import { extendResource, type Hooks, type Kernel, sql, trimTrailing } from 'stoa'
import { redirect } from '../resources/redirect.ts'

/**
 * Hooks that preserve old URLs. When the slug of a row changes, its old path redirects to the new one, existing redirects are updated to
 * avoid chains, and menu entries of the type follow.
 */
export function leavesRedirect(resource: string, prefix: string): Hooks {
  return {
    afterSaveMany: async (saved) => {
      for (const { tx, old, input } of saved) {
        if (!old || typeof input.url !== 'string' || typeof old.url !== 'string') continue
        const [source, target] = [prefix + old.url, prefix + input.url]
        if (source === target) continue
        await tx.remove(redirect, { source: target })
        await tx.update(redirect, { target: source }, { target })
        await tx.run(sql`${tx.insertSql(redirect, { source, target })}
          on conflict (source) do update set target = excluded.target, enabled = true, updated_at = now()`)
        const followed = await tx.run(sql`update menu set url = ${input.url}, version = version + 1, updated_at = now()
          where type = ${resource} and url = ${old.url}`)
        if (followed > 0) tx.invalidate('menu')
      }
    },
  }
}

/** Extension that preserves the old URLs of a resource. */
export const keepsAddresses = (resource: string, prefix: string) => extendResource(resource, { hooks: leavesRedirect(resource, prefix) })

/** The redirect target of a path; an empty object when there is none. */
export async function findRedirect(kernel: Kernel, path: string): Promise<{ target?: string }> {
  const plain = trimTrailing(decoded(path), '/') || '/'
  const row = await kernel.db.one<{ target: string }>(sql`select r.target from redirect r where r.source = ${plain} and r.enabled`)
  return row ?? {}
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
