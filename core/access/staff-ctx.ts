import type { Ctx, Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { toLocale } from '../i18n/locale.ts'
import type { Locale } from '../api-types.ts'
import { expandPermissions } from './expand-permissions.ts'
import { satisfies } from './permission.ts'

/**
 * The context of a member of staff outside a request, for jobs that continue work they started: with their current permissions, in
 * the given language or that of the account. Undefined when the account is deleted or disabled.
 */
export async function createStaffCtx(kernel: Kernel, accountId: number, requestedLanguage?: Locale): Promise<Ctx | undefined> {
  const row = await kernel.db.one<{ name: string; language: string; superuser: boolean; permission_list: string[] }>(sql`
    select a.name, a.language, r.superuser, r.permission_list from account a join role r on r.id = a.role_id
    where a.id = ${accountId} and a.enabled`)
  if (!row) return undefined
  const granted = expandPermissions(kernel.registry, row.permission_list)
  const allows = (needs: string) => row.superuser || satisfies(granted, needs)
  const language = requestedLanguage ?? toLocale(row.language, kernel.settings.mainLanguage)
  return { kernel, actor: { kind: 'admin', id: accountId, name: row.name, allows }, language, mainLanguage: kernel.settings.mainLanguage }
}
