import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../common/confirm.tsx'
import { useT } from '../i18n/index.ts'

interface Place {
  pathname: string
  search: Record<string, unknown>
}

/** Asks before unsaved changes are lost: on navigation, and on a change of the content language. */
export function UnsavedGuard({
  dirty,
  areas,
  localized,
  tabKey,
}: {
  dirty: boolean
  areas: string
  localized: boolean
  /** URL parameter of tabs with forms of their own; another tab counts as navigation. */
  tabKey?: string
}) {
  const { t } = useT()
  const otherPage = (current: Place, next: Place) =>
    current.pathname !== next.pathname || (tabKey !== undefined && current.search[tabKey] !== next.search[tabKey])
  const otherLanguage = (current: Place, next: Place) =>
    localized && !otherPage(current, next) && current.search['language'] !== next.search['language']
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      otherLanguage(current as Place, next as Place) || (otherPage(current as Place, next as Place) && dirty),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const switching = otherLanguage(blocker.current as Place, blocker.next as Place)
  return (
    <ConfirmDialog
      open
      title={t(switching ? 'form.switchTitle' : 'form.leaveTitle')}
      confirm={t(switching ? 'form.switch' : 'form.leave')}
      cancel={t('form.stay')}
      intent={dirty ? 'danger' : 'primary'}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      <p>{t(switching ? 'form.switchText' : 'form.leaveText')}</p>
      {areas && <p className="quiet">{t('form.changedAreas', { areas })}</p>}
    </ConfirmDialog>
  )
}
