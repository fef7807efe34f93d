import { Button, FormGroup, InputGroup, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import { CardTable, Day, PageHeader, useAnswer, useSession } from 'stoa/admin'
import type { Balances } from '../../api-types.ts'
import { LedgerDialog } from '../ledger-dialog.tsx'
import { useDaysText, useMessages } from '../messages.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import '../leave.css'

type Balance = Balances['data'][number]

/** Leave balances of employees by type on a date. Each opens the ledger rows behind it. */
export default function BalancesScreen() {
  const say = useMessages()
  const [date, setDate] = useState('')
  const [page, setPage] = useState(1)
  return (
    <>
      <PageHeader title={say('leave_balances')} />
      <FormGroup label={say('date')} labelFor="balance-date" className="leave-filter">
        <InputGroup
          id="balance-date"
          type="date"
          value={date}
          onValueChange={(day) => {
            setDate(day)
            setPage(1)
          }}
        />
      </FormGroup>
      <BalanceTable key={`${date} ${page}`} date={date} page={page} setPage={setPage} />
    </>
  )
}

interface BalanceTableProps {
  date: string
  page: number
  setPage: (page: number) => void
}

function BalanceTable({ date, page, setPage }: BalanceTableProps) {
  const say = useMessages()
  const daysText = useDaysText()
  const { me } = useSession()
  const [open, setOpen] = useState<{ balance: Balance; dialog: 'rows' | 'adjust' }>()
  const balances = useAnswer<Balances>(`hr_leave/balance?page=${page}${date === '' ? '' : `&date=${date}`}`)
  if (!balances) return <Spinner aria-label={say('loading')} />
  if (balances.data.length === 0) return <p className="quiet">{say('no_balances')}</p>
  const mayAdjust = me.role.permission_list.includes('adjust hr leave balance')
  const close = () => setOpen(undefined)
  return (
    <>
      <CardTable
        caption={say('leave_balances')}
        heads={[
          say('employee'),
          say('type'),
          { label: say('balance'), end: true },
          { label: say('taken'), end: true },
          { label: say('pending'), end: true },
          say('expires'),
          { label: say('actions'), unseen: true },
        ]}
      >
        {balances.data.map((balance) => (
          <tr key={`${balance.employee_id} ${balance.type_id}`}>
            <th scope="row">{balance.employee}</th>
            <td data-label={say('type')}>{balance.type}</td>
            <td data-label={say('balance')} className="is-end">
              <Button
                variant="minimal"
                className="num"
                aria-label={`${say('open_rows', { type: balance.type })}, ${balance.employee}, ${daysText(balance.days)}`}
                onClick={() => setOpen({ balance, dialog: 'rows' })}
              >
                {balance.needs_balance ? balance.days : say('no_limit')}
              </Button>
            </td>
            <td data-label={say('taken')} className="is-end num">
              {balance.taken}
            </td>
            <td data-label={say('pending')} className="is-end num">
              {balance.pending}
            </td>
            <td data-label={say('expires')}>
              <Day value={balance.valid_until} />
            </td>
            <td>
              {mayAdjust && balance.needs_balance ? (
                <Button
                  variant="outlined"
                  aria-label={`${say('adjust')}, ${balance.employee}, ${balance.type}`}
                  onClick={() => setOpen({ balance, dialog: 'adjust' })}
                >
                  {say('adjust')}
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </CardTable>
      <p className="leave-line">
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          {say('previous')}
        </Button>
        <Button disabled={!balances.more} onClick={() => setPage(page + 1)}>
          {say('next')}
        </Button>
      </p>
      {open?.dialog === 'rows' ? (
        <LedgerDialog
          type={`${open.balance.type} · ${open.balance.employee}`}
          path={`hr_leave/balance/rows?employee_id=${open.balance.employee_id}&type_id=${open.balance.type_id}&date=${balances.date}`}
          close={close}
        />
      ) : null}
      {open?.dialog === 'adjust' ? <AdjustDialog balance={open.balance} close={close} /> : null}
    </>
  )
}
