import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminPath, failureLines, go, postOnce } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import { useMessages } from '../messages.ts'
import '../claims.css'

/** Self-service: starts a claim. From then on it is a draft on the server. */
export default function CreateClaimScreen() {
  const say = useMessages()
  const crumbs = [
    { label: say('my_work'), to: adminPath('my-work') },
    { label: say('my_claims'), to: adminPath('my-reimbursement') },
  ]
  return (
    <SelfService title={say('create_claim')} crumbs={crumbs}>
      {() => <TitleForm />}
    </SelfService>
  )
}

function TitleForm() {
  const say = useMessages()
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      const { id } = await postOnce<{ id: number }>('my/reimbursement', { title }, key)
      await client.invalidateQueries()
      go(adminPath(`my-reimbursement/view/${id}`))
    } catch (failure) {
      setProblem(failureLines(failure, () => '').join(' '))
      setBusy(false)
    }
  }
  return (
    <form className="claim-page" noValidate onSubmit={(event) => void create(event)}>
      <FormGroup
        label={say('title')}
        labelFor="claim-title"
        subLabel={say('title_hint')}
        {...(problem ? { intent: 'danger', helperText: problem } : {})}
      >
        <InputGroup
          id="claim-title"
          size="large"
          maxLength={120}
          value={title}
          onValueChange={(value) => {
            setTitle(value)
            setKey(crypto.randomUUID())
          }}
        />
      </FormGroup>
      <Button type="submit" size="large" className="phone-button" intent="primary" loading={isBusy}>
        {say('start_claim')}
      </Button>
    </form>
  )
}
