import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Add, Download, Upload } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import type { Page, ResourceInfo } from '#core/wire'
import type { QueryValue } from '../api/client.ts'
import { download } from '../common/download.ts'
import { adminPath, follow } from '../common/link.tsx'
import { Slot } from '../common/slot.tsx'
import { notifyFailure } from '../common/toasts.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import type { ListState } from './list-state.ts'

const ImportDialog = lazy(() => import('../transfer/import-dialog.tsx'))

/** What concerns the list as a whole: new, import, export. */
export function ListHeadActions({
  resource,
  state,
  rows,
  selected,
}: {
  resource: ResourceInfo
  state: ListState
  rows: Page | undefined
  selected: ReadonlySet<number>
}) {
  const { t } = useT()
  const [importing, setImporting] = useState(false)
  const create = `${adminPath(resource.path)}/create`
  return (
    <>
      <Slot at={`${resource.name}.list.actions`} resource={resource} selected={selected} />
      {can(resource, 'export') && <ExportMenu resource={resource} state={state} rows={rows} selected={selected} />}
      {can(resource, 'import') && (
        <Button icon={<Upload aria-hidden />} onClick={() => setImporting(true)}>
          {t('list.import')}
        </Button>
      )}
      {can(resource, 'create') && (
        <a className="bp6-button bp6-intent-primary" href={create} onClick={follow(create)}>
          <Add aria-hidden /> <span className="bp6-button-text">{t('list.new', { thing: inSentence(resource.label) })}</span>
        </a>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog resource={resource} close={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

function ExportMenu({
  resource,
  state,
  rows,
  selected,
}: {
  resource: ResourceInfo
  state: ListState
  rows: Page | undefined
  selected: ReadonlySet<number>
}) {
  const { t, language } = useT()
  const [busy, setBusy] = useState(false)
  const run = async (query: Record<string, QueryValue>) => {
    setBusy(true)
    try {
      await download(`${resource.name}/export`, { language, ...query }, 'export list.xlsx')
    } catch (error) {
      notifyFailure(t('failure.export'), error)
    } finally {
      setBusy(false)
    }
  }
  const shown = rows?.data.map((row) => row.id).join(',')
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu aria-label={t('list.export')}>
          <MenuItem text={t('list.exportPage')} disabled={!shown} onClick={() => void run({ ids: shown, sort: state.sort })} />
          <MenuItem
            text={t('list.exportSelected', { count: selected.size })}
            disabled={selected.size === 0}
            onClick={() => void run({ ids: [...selected].join(','), sort: state.sort })}
          />
          <MenuItem
            text={t('list.exportAll', { count: rows?.total ?? 0 })}
            onClick={() => void run({ q: state.q, sort: state.sort, ...state.filters })}
          />
        </Menu>
      }
    >
      <Button icon={<Download aria-hidden />} loading={busy}>
        {t('list.export')}
      </Button>
    </PopoverNext>
  )
}
