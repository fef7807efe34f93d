import type { ResourceInfo } from 'stoa/api-types'
import { adminPath } from '../common/link.tsx'
import { history } from '../state/session.ts'

/** Goes back one page, or to the list when this was the first page. */
export function goBack(resource: ResourceInfo): void {
  if (history.canGoBack()) history.back({ ignoreBlocker: true })
  else history.replace(adminPath(resource.path), {}, { ignoreBlocker: true })
}
