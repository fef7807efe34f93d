import { Button, Dialog, DialogBody, DialogFooter, FormGroup, TextArea } from '@blueprintjs/core'
import { Tick, Undo } from '@blueprintjs/icons'
import { type SyntheticEvent, useId, useState } from 'react'
import { api, BlockableButton, ConfirmDialog, Money, notifyFailure, notifySuccess, useT } from 'stoa/admin'
import type { Request } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { useRefresh } from './use-requests.ts'

type Asking = 'approve' | 'reject' | 'withdraw'

const DONE_MESSAGES = { approve: 'didApprove', reject: 'didReject', withdraw: 'didWithdraw' } as const

/** The actions on a request. Each asks for confirmation, because it may move money. */
export function Decide({ request, done }: { request: Request; done?: (() => unknown) | undefined }) {
  const say = useMessages()
  const refresh = useRefresh()
  const [asking, setAsking] = useState<Asking>()
  const step = request.steps.find(({ status }) => status === 'pending')
  if (!request.decidable && !request.withdrawable) return null
  const send = async (action: Asking, reason = '') => {
    try {
      await api(`approvals/${request.id}/${action === 'withdraw' ? 'withdraw' : 'decide'}`, {
        method: 'POST',
        body: action === 'withdraw' ? { reason } : { verdict: action, step: step?.id, reason },
      })
      notifySuccess(say(DONE_MESSAGES[action]), [request.title])
    } catch (failure) {
      notifyFailure(say('notDone'), failure)
    }
    setAsking(undefined)
    await Promise.all([refresh(), done?.()])
  }
  const close = () => setAsking(undefined)
  const summary = (
    <p>
      <strong>{request.title}</strong>
      {request.amount && (
        <>
          {' · '}
          <Money value={request.amount} />
        </>
      )}
    </p>
  )
  return (
    <div className="appr-buttons">
      {request.decidable && (
        <>
          <Button size="large" intent="success" icon={<Tick aria-hidden />} data-verdict="approve" onClick={() => setAsking('approve')}>
            {say('approve')}
          </Button>
          <Button size="large" intent="danger" variant="outlined" data-verdict="reject" onClick={() => setAsking('reject')}>
            {say('reject')}
          </Button>
        </>
      )}
      {request.withdrawable && (
        <Button size="large" icon={<Undo aria-hidden />} onClick={() => setAsking('withdraw')}>
          {say('withdraw')}
        </Button>
      )}
      {(asking === 'approve' || asking === 'withdraw') && (
        <ConfirmDialog
          open
          title={say(asking === 'approve' ? 'approveAsk' : 'withdrawAsk')}
          confirm={say(asking)}
          intent={asking === 'approve' ? 'success' : 'warning'}
          onCancel={close}
          onConfirm={() => send(asking)}
        >
          {summary}
          <p>{say(asking === 'approve' ? (request.steps.at(-1)?.id === step?.id ? 'approveLast' : 'approveNext') : 'withdrawWhat')}</p>
        </ConfirmDialog>
      )}
      {asking === 'reject' && (
        <Refuse close={close} send={(reason) => send('reject', reason)}>
          {summary}
        </Refuse>
      )}
    </div>
  )
}

/** Rejection with a required reason. */
function Refuse({ close, send, children }: { close: () => void; send: (reason: string) => Promise<void>; children: React.ReactNode }) {
  const say = useMessages()
  const { t } = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    await send(reason)
  }
  return (
    <Dialog isOpen onClose={close} title={say('rejectAsk')} canOutsideClickClose={false}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {children}
          <FormGroup label={say('why')} labelFor={id} helperText={say('whyHint')}>
            <TextArea id={id} fill autoFocus required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <BlockableButton
                type="submit"
                intent="danger"
                loading={busy}
                blockedBy={reason.trim() === '' ? t('blocked.reason') : undefined}
              >
                {say('reject')}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
