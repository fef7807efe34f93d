import { Button } from '@blueprintjs/core'
import { Add, Search } from '@blueprintjs/icons'
import type { ResourceInfo } from 'stoa/api-types'
import { adminPath, go } from '../common/link.tsx'
import { Empty } from '../common/empty.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import type { ListState } from './list-address.ts'

/** Empty state: no rows at all, or none that match the filters. */
export function ListEmpty({
  resource,
  state,
  change,
}: {
  resource: ResourceInfo
  state: ListState
  change: (part: Partial<ListState>) => void
}) {
  const { t } = useT()
  const filtered = state.q !== '' || Object.keys(state.filters).length > 0
  if (filtered) {
    return (
      <Empty
        icon={<Search size={32} aria-hidden />}
        title={t('list.noMatch', { things: inSentence(resource.plural) })}
        action={<Button onClick={() => change({ q: '', filters: {} })}>{t('list.clearFilters')}</Button>}
      >
        {t('list.noMatchHint')}
      </Empty>
    )
  }
  const create = can(resource, 'create') && (
    <Button intent="primary" icon={<Add aria-hidden />} onClick={() => go(`${adminPath(resource.path)}/create`)}>
      {t('list.new', { thing: inSentence(resource.label) })}
    </Button>
  )
  return (
    <Empty title={t('list.emptyTitle', { things: inSentence(resource.plural) })} action={create}>
      {resource.empty || t(can(resource, 'create') ? 'list.emptyHint' : 'list.emptyByItself')}
    </Empty>
  )
}
