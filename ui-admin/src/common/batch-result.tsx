import { Button, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { BatchResult } from '#core/wire'
import { useT } from '../i18n/index.ts'

/** What became of each record of a batch: those done by id, those refused with their reason. */
export function BatchResultDialog({
  result,
  nameOf,
  close,
}: {
  result: BatchResult
  nameOf: (id: number | string) => string
  close: () => void
}) {
  const { t } = useT()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(result.fail_ids.join(','))
    setCopied(true)
  }
  return (
    <Dialog isOpen onClose={close} title={t('remove.resultTitle')}>
      <DialogBody>
        <h3>{t('remove.done', { count: result.success_ids.length })}</h3>
        <p className="mono">{result.success_ids.join(', ') || t('common.none')}</p>
        <h3>{t('remove.notDone', { count: result.fail_ids.length })}</h3>
        <HTMLTable compact className="wide">
          <thead>
            <tr>
              <th scope="col">{t('remove.id')}</th>
              <th scope="col">{t('remove.name')}</th>
              <th scope="col">{t('remove.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {result.fails.map(({ id, reason }) => (
              <tr key={id}>
                <td className="mono">{id}</td>
                <td>{nameOf(id)}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={() => void copy()}>{copied ? t('common.copied') : t('remove.copyIds')}</Button>
            <Button intent="primary" autoFocus onClick={close}>
              {t('common.close')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
