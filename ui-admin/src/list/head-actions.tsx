import { Add } from '@blueprintjs/icons'
import type { Page, ResourceInfo } from 'stoa/api-types'
import { adminPath, follow } from '../common/link.tsx'
import { Slot } from '../common/slot.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import type { ListState } from './list-address.ts'

/** Props of the list actions that plugins contribute. */
export interface ListActionProps {
  resource: ResourceInfo
  state: ListState
  rows: Page | undefined
  selected: ReadonlySet<number>
}

/** Actions on the whole list: contributions for all lists, contributions for this one, and the create button. */
export function ListHeadActions({ resource, state, rows, selected }: ListActionProps) {
  const { t } = useT()
  const create = `${adminPath(resource.path)}/create`
  return (
    <>
      <Slot at={`${resource.name}.list.actions`} resource={resource} state={state} rows={rows} selected={selected} />
      <Slot at="list.actions" resource={resource} state={state} rows={rows} selected={selected} />
      {can(resource, 'create') && (
        <a className="bp6-button bp6-intent-primary" href={create} onClick={follow(create)}>
          <Add aria-hidden /> <span className="bp6-button-text">{t('list.new', { thing: inSentence(resource.label) })}</span>
        </a>
      )}
    </>
  )
}
