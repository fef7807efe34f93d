import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, failureLines, forget, notify, notifySuccess, todayIn, useSession } from 'stoa/admin'
import { addDays, startOfMonth } from 'stoa/calendar-date'
import type { SettledPeriod } from '../api-types.ts'
import { settlements, type Settlement } from '../domain/types.ts'
import { useFrequencyMessages, useMessages } from './messages.ts'

/** Above the list of settlements: creates and calculates those of a period. */
export default function SettlePeriod() {
  const say = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button intent="primary" onClick={() => setOpen(true)}>
        {say('settle_period')}
      </Button>
      {isOpen && <PeriodDialog close={() => setOpen(false)} />}
    </>
  )
}

function PeriodDialog({ close }: { close: () => void }) {
  const say = useMessages()
  const sayFrequency = useFrequencyMessages()
  const client = useQueryClient()
  const { manifest } = useSession()
  const [settlement, setSettlement] = useState<Settlement>('monthly')
  // The last day of the month before: the period that people settle.
  const [date, setDate] = useState(addDays(startOfMonth(todayIn(manifest.site.time_zone)), -1))
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const { created } = await api<SettledPeriod>('commission_settlement/period', { method: 'POST', body: { settlement, date } })
      forget('commission_settlement')
      await client.invalidateQueries()
      if (created > 0) notifySuccess(say('created', { count: created }))
      else notify({ intent: 'warning', title: say('nothing') })
      close()
    } catch (problem) {
      setProblems(failureLines(problem, (name) => (name === 'date' ? say('date') : say('settlement'))))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={say('settle_period')} onClose={close}>
      <DialogBody>
        <FormGroup label={say('settlement')} labelFor="settle-frequency">
          <HTMLSelect
            id="settle-frequency"
            fill
            value={settlement}
            options={settlements.map((value) => ({ value, label: sayFrequency(value) }))}
            onChange={({ currentTarget }) => setSettlement(settlements.find((value) => value === currentTarget.value) ?? 'monthly')}
          />
        </FormGroup>
        <FormGroup label={say('date')} labelFor="settle-date">
          <InputGroup id="settle-date" type="date" value={date} onValueChange={setDate} />
        </FormGroup>
        <div role="alert" className="field-error">
          {problems.join(' ')}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('cancel')}</Button>
            <Button intent="primary" loading={isBusy} disabled={date === ''} onClick={() => void send()}>
              {say('create')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
