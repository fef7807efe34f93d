import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'stoa/admin'
import { messages } from './messages.ts'

const useMessages = messages('smsInbound')

/** Webhook settings to enter at the SMS provider, so that STOP replies unsubscribe. */
export default function SmsInbound() {
  const say = useMessages()
  const { data } = useQuery({ queryKey: ['sms', 'inbound'], queryFn: () => api<{ url: string }>('sms/inbound') })
  return (
    <section className="panel form-section settings-extra" aria-labelledby="sms-inbound-title">
      <header>
        <h2 id="sms-inbound-title">{say('title')}</h2>
      </header>
      <div className="form-part">
        <FormGroup label={say('address')} labelFor="sms-inbound" helperText={say('text')}>
          <InputGroup id="sms-inbound" readOnly value={data?.url ?? ''} onFocus={(event) => event.target.select()} />
        </FormGroup>
      </div>
    </section>
  )
}
