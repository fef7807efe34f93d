import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { api, BlockableButton, createRow, failureLines, notifySuccess, t, useT } from 'stoa/admin'
import { messages } from './messages.ts'

const useMessages = messages('consentCard')

interface Props {
  addresses: readonly string[]
  onClose: (isSaved: boolean) => void
}

/** A time in the format of a datetime-local input. */
const localTime = (at: Date): string => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Records consent given to staff: address, topic, source and time. */
export function ConsentDialog({ addresses, onClose }: Props) {
  const say = useMessages()
  const id = useId()
  const { language } = useT()
  const [address, setAddress] = useState(addresses[0] ?? '')
  const [state, setState] = useState('subscribed')
  const [topic, setTopic] = useState('marketing')
  const [source, setSource] = useState('')
  const [at, setAt] = useState(() => localTime(new Date()))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const { data: topics } = useQuery({
    queryKey: ['list', 'topic', 'consent', language],
    queryFn: () =>
      api<{ data: { key: string; title: string }[] }>('topic', { query: { language, limit: 100 } }).catch(() => ({ data: [] })),
  })
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    // The dialog is rendered inside a record's form, which must not be submitted with it.
    event.stopPropagation()
    setBusy(true)
    setWrong([])
    try {
      await createRow('consent', { address_norm: address, state, topic, source, at: new Date(at).toISOString() })
      notifySuccess(say('saved'))
      onClose(true)
    } catch (error) {
      setBusy(false)
      setWrong(failureLines(error))
    }
  }
  const several = topics?.data ?? []
  return (
    <Dialog isOpen onClose={() => onClose(false)} title={say('record')} canOutsideClickClose={false}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <FormGroup label={say('said')} labelFor={`${id}-state`}>
            <HTMLSelect id={`${id}-state`} fill autoFocus value={state} onChange={(event) => setState(event.target.value)}>
              <option value="subscribed">{say('subscribed')}</option>
              <option value="unsubscribed">{say('unsubscribed')}</option>
            </HTMLSelect>
          </FormGroup>
          {addresses.length > 1 && (
            <FormGroup label={say('address')} labelFor={`${id}-address`}>
              <HTMLSelect id={`${id}-address`} fill value={address} onChange={(event) => setAddress(event.target.value)}>
                {addresses.map((address) => (
                  <option key={address}>{address}</option>
                ))}
              </HTMLSelect>
            </FormGroup>
          )}
          {several.length > 1 && (
            <FormGroup label={say('topic')} labelFor={`${id}-topic`}>
              <HTMLSelect id={`${id}-topic`} fill value={topic} onChange={(event) => setTopic(event.target.value)}>
                {several.map((choice) => (
                  <option key={choice.key} value={choice.key}>
                    {choice.title}
                  </option>
                ))}
              </HTMLSelect>
            </FormGroup>
          )}
          <FormGroup label={say('source')} labelFor={`${id}-source`} helperText={say('sourceHint')}>
            <InputGroup id={`${id}-source`} required maxLength={200} value={source} onValueChange={setSource} />
          </FormGroup>
          <FormGroup label={say('at')} labelFor={`${id}-at`}>
            <InputGroup id={`${id}-at`} type="datetime-local" required value={at} onValueChange={setAt} />
          </FormGroup>
          {wrong.length > 0 && (
            <Callout intent="danger" icon={false} role="alert">
              {wrong.join(' ')}
            </Callout>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={() => onClose(false)}>{say('cancel')}</Button>
              <BlockableButton
                type="submit"
                intent="primary"
                loading={isBusy}
                blockedBy={source.trim() === '' || at === '' ? t('blocked.sourceAndDate') : undefined}
              >
                {say('save')}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
