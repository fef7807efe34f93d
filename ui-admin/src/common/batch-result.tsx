import { Button, Dialog, DialogBody, DialogFooter, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import type { BatchResult } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'

/** The type of batch, which determines the texts of the dialog. */
export type BatchKind = 'delete' | 'change' | 'run'

/** Results of a batch: successful rows by id, failed rows with their reasons. */
export function BatchResultDialog({
  result,
  getName,
  close,
  retry,
  kind = 'run',
}: {
  result: BatchResult
  getName: (id: number | string) => string
  close: () => void
  /** Retries the failed rows. */
  retry?: () => Promise<void>
  kind?: BatchKind
}) {
  const { t } = useT()
  const [copied, setCopied] = useState('')
  const [busy, setBusy] = useState(false)
  const copy = (target: string, text: string) => {
    void navigator.clipboard.writeText(text).then(() => setCopied(target))
  }
  const again = async () => {
    setBusy(true)
    await retry?.()
    setBusy(false)
  }
  const copyButton = (target: string, text: string) => (
    <Button size="small" variant="minimal" disabled={!text} onClick={() => copy(target, text)}>
      {copied === target ? t('common.copied') : t('remove.copyIds')}
    </Button>
  )
  const done = result.success_ids.join(', ')
  const failed = result.fail_ids.join(', ')
  return (
    <Dialog isOpen onClose={close} title={t(`result.${kind}`)} className="wide-dialog">
      <DialogBody>
        <section className="result-part" aria-labelledby="result-done">
          <h3 id="result-done">{t(`result.${kind}Done`, { count: result.success_ids.length })}</h3>
          {copyButton('done', done)}
          <p className="mono result-ids">{done || t('common.none')}</p>
        </section>
        <section className="result-part" aria-labelledby="result-failed">
          <h3 id="result-failed">{t(`result.${kind}NotDone`, { count: result.fail_ids.length })}</h3>
          {copyButton('failed', failed)}
          <div className="result-fails">
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
                    <td>{getName(id)}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </div>
        </section>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {retry && (
              <Button loading={busy} onClick={() => void again()}>
                {t('result.retry')}
              </Button>
            )}
            <Button intent="primary" autoFocus onClick={close}>
              {t('common.close')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
