import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Bookmark, CaretDown, Edit, FloppyDisk, People, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { SavedView } from 'stoa/plugins/desk'
import { ConfirmDialog } from '../common/confirm.tsx'
import { follow } from '../common/link.tsx'
import { adminPath } from '../common/link.tsx'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { writeState, type ListState } from './list-address.ts'
import { isChanged, type ListViewState, getState, viewQuery, writeView } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'

export interface ViewsProps extends ListViewState {
  views: SavedView[]
  /** Applies another state at once. */
  show: (state: Partial<ListState>) => void
}

/** Saved views as tabs: links, so that each can be shared and opened in a new tab. */
export function ViewTabs(props: ViewsProps) {
  const { resource, views, view } = props
  const { t } = useT()
  if (views.length === 0) return null
  const changed = isChanged(props)
  const base = adminPath(resource.path)
  const tab = (savedView: SavedView | undefined) => {
    const to = base + (savedView ? writeState(getState(savedView, resource), resource) : '')
    const current = savedView?.id === view?.id
    return (
      <li key={savedView?.id ?? 'all'}>
        <a href={to} onClick={follow(to)} aria-current={current ? 'true' : undefined} className="view-tab">
          {savedView?.shared && <People size={12} aria-label={t('view.shared')} />}
          {savedView?.name ?? t('view.all')}
          {current && changed && (
            <span className="dot is-partial" title={t('view.changed')}>
              <span className="sr-only">{t('view.changed')}</span>
            </span>
          )}
        </a>
      </li>
    )
  }
  return (
    <nav className="view-tabs" aria-label={t('view.title')}>
      <ul>
        {tab(undefined)}
        {views.map(tab)}
      </ul>
    </nav>
  )
}

/** Menu that saves the current state as a view, or updates a view. */
export function ViewMenu(props: ViewsProps) {
  const { resource, view, state, look, show } = props
  const { t } = useT()
  const { me } = useSession()
  const [dialog, setDialog] = useState<'new' | 'rename' | 'delete' | ''>('')
  const mayShare = me.role.permission_list.includes('share saved view')
  const mayEditView = view && (!view.shared || mayShare)
  const changed = isChanged(props)
  const now = { resource: resource.name, query: viewQuery(state, resource), columns: look.look.columns, compact: look.look.compact }

  const attempt = async (run: () => Promise<unknown>, title = t('failure.submit')) => {
    try {
      await run()
      notifySuccess(t('success.submit'))
    } catch (error) {
      notifyFailure(title, error)
    }
  }
  const keep = async (name: string, shared: boolean) => {
    const made = await writeView('POST', { ...now, name, shared })
    notifySuccess(t('success.submit'))
    show({ view: made.id })
  }
  const rename = async (name: string, shared: boolean) => {
    await writeView('PUT', { id: view?.id ?? 0, resource: resource.name, name, shared })
    notifySuccess(t('success.submit'))
  }
  return (
    <>
      <PopoverNext
        // The action may open a dialog before the menu is gone, so the focus must stay there.
        shouldReturnFocusOnClose={false}
        placement="bottom-end"
        content={
          <Menu aria-label={t('view.title')}>
            {mayEditView && changed && (
              <MenuItem
                icon={<FloppyDisk aria-hidden />}
                text={t('view.save', { name: view.name })}
                onClick={() => void attempt(() => writeView('PUT', { id: view.id, ...now }))}
              />
            )}
            <MenuItem icon={<Bookmark aria-hidden />} text={t('view.saveAs')} onClick={() => setDialog('new')} />
            {mayEditView && <MenuDivider />}
            {mayEditView && <MenuItem icon={<Edit aria-hidden />} text={t('view.rename')} onClick={() => setDialog('rename')} />}
            {mayEditView && (
              <MenuItem icon={<Trash aria-hidden />} intent="danger" text={t('view.delete')} onClick={() => setDialog('delete')} />
            )}
          </Menu>
        }
      >
        <Button
          variant="minimal"
          icon={<Bookmark aria-hidden />}
          endIcon={<CaretDown aria-hidden />}
          aria-label={t('view.title')}
          title={t('view.title')}
        />
      </PopoverNext>
      {(dialog === 'new' || dialog === 'rename') && (
        <ViewDialog
          title={t(dialog === 'new' ? 'view.saveAs' : 'view.rename')}
          start={dialog === 'rename' && view ? view : { name: '', shared: false }}
          mayShare={mayShare}
          save={dialog === 'new' ? keep : rename}
          close={() => setDialog('')}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('view.delete')}
        confirm={t('common.delete')}
        intent="danger"
        onCancel={() => setDialog('')}
        onConfirm={() =>
          attempt(async () => {
            await writeView('DELETE', { id: view?.id ?? 0, resource: resource.name })
            setDialog('')
            show({ view: 0 })
          }, t('failure.delete'))
        }
      >
        <p>{t('view.deleteText', { name: view?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
