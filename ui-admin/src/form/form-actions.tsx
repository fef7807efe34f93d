import { Button } from '@blueprintjs/core'
import { Duplicate, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ActionInfo, ResourceInfo, Row } from 'stoa/api-types'
import { cloneRow, deleteRow, rowQuery } from '../api/resource.ts'
import { ActionRunner } from '../action/action-runner.tsx'
import { BlockableButton } from '../common/blockable-button.tsx'
import { ConfirmDialog } from '../common/confirm.tsx'
import { go } from '../common/link.tsx'
import { rowPath } from '../common/paths.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { actionsFor } from '../list/row-menu.tsx'
import { usePageActions } from '../state/page-actions.ts'
import { can, queries, useSession } from '../state/session.ts'
import { goBack } from './go-back.ts'
import { labelsFor } from './labels.ts'

/** Actions on the open record beside saving. */
export function FormActions({
  resource,
  row,
  title,
  dirty,
  refused,
}: {
  resource: ResourceInfo
  row: Row
  title: string
  dirty: boolean
  /** Called with the error of an action and its title. */
  refused: (error: unknown, title: string) => void
}) {
  const { t } = useT()
  const { manifest } = useSession()
  const [running, setRunning] = useState<ActionInfo | null>(null)
  const [removing, setRemoving] = useState(false)

  const remove = async () => {
    try {
      await deleteRow(resource.name, row.id)
      notifySuccess(t('success.delete'), [title])
      goBack(resource)
    } catch (error) {
      notifyFailure(t('failure.delete'), error, await labelsFor(error, resource))
      setRemoving(false)
    }
  }
  const duplicate = async () => {
    try {
      const copy = await cloneRow(resource.name, row.id)
      notifySuccess(t('success.clone'))
      go(rowPath(manifest, resource, copy.id))
    } catch (error) {
      notifyFailure(t('failure.clone'), error, await labelsFor(error, resource))
    }
  }

  usePageActions([
    ...(dirty ? [] : actionsFor(resource, row).map((action) => ({ label: action.label, run: () => setRunning(action) }))),
    ...(can(resource, 'clone') ? [{ label: t('list.duplicate'), run: () => void duplicate() }] : []),
    ...(can(resource, 'destroy') ? [{ label: t('common.delete'), run: () => setRemoving(true) }] : []),
  ])

  return (
    <>
      {actionsFor(resource, row).map((action) => (
        <BlockableButton
          key={action.name}
          {...(action.intent ? { intent: action.intent } : {})}
          variant={action.intent ? 'outlined' : 'solid'}
          blockedBy={dirty ? t('blocked.unsaved') : undefined}
          onClick={() => setRunning(action)}
        >
          {action.label}
        </BlockableButton>
      ))}
      {can(resource, 'clone') && (
        <Button icon={<Duplicate aria-hidden />} onClick={() => void duplicate()}>
          {t('list.duplicate')}
        </Button>
      )}
      {can(resource, 'destroy') && (
        <Button variant="minimal" intent="danger" icon={<Trash aria-hidden />} onClick={() => setRemoving(true)}>
          {t('common.delete')}
        </Button>
      )}
      <ConfirmDialog
        open={removing}
        title={t('remove.title', { count: 1 })}
        confirm={t('common.delete')}
        intent="danger"
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      >
        <p>{t('remove.one')}</p>
        <p>
          <strong>{title}</strong>
        </p>
      </ConfirmDialog>
      {running && (
        <ActionRunner
          resource={resource}
          action={running}
          ids={[row.id]}
          batch={false}
          close={() => setRunning(null)}
          refused={(error) => refused(error, t('action.fail', { action: running.label }))}
          done={() => void queries.invalidateQueries({ queryKey: rowQuery(resource.name, String(row.id)).queryKey })}
        />
      )}
    </>
  )
}
