import type { Manifest } from 'stoa/api-types'
import { api, ApiError } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { adminPath } from '../common/link.tsx'
import { t } from '../i18n/index.ts'

const FORBIDDEN = 403
const steps = new Set(['create', 'edit', 'view'])

/**
 * Explains why a page is not available. The manifest covers visible pages; for others the server is asked, which knows the required
 * permission.
 */
export async function whyMissing(pathname: string, manifest: Manifest): Promise<string[]> {
  const matched = Object.values(manifest.resources).find((candidate) => pathname === `${adminPath(candidate.path)}/create`)
  if (matched) return [t('page.needs', { right: `create ${matched.name.replaceAll('_', ' ')}` })]
  const denied = manifest.denied.find(({ path }) => pathname === adminPath(path))
  if (denied) return [t('page.needs', { right: denied.needs })]
  const words = pathname
    .replace(/^\/admin\/?/, '')
    .split('/')
    .filter((word) => /^[a-z][a-z_-]*$/.test(word) && !steps.has(word))
  for (const word of new Set([words[0], words.at(-1)])) {
    if (!word) continue
    try {
      await api(word, { query: { limit: 10 } })
    } catch (error) {
      if (error instanceof ApiError && error.status === FORBIDDEN) return failureLines(error)
    }
  }
  return [t('page.notFoundHint')]
}
