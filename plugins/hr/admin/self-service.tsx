import { Callout, NonIdealState, Spinner } from '@blueprintjs/core'
import { IdNumber } from '@blueprintjs/icons'
import { type ReactNode, useEffect } from 'react'
import { adminPath, type Crumb, go, notify, PageHeader, useAnswer } from 'stoa/admin'
import type { OwnEmployeeAnswer } from '../api-types.ts'
import { useSelfServiceMessages } from './messages.ts'

export type OwnEmployeeInfo = NonNullable<OwnEmployeeAnswer['employee']>

/**
 * A self-service page. It needs no permission, only an employee record: without one it says whom to ask, and with self-service off it
 * leads to the dashboard with a notice. `children` gets the employee record of the person who is signed in.
 */
export function SelfService({
  title,
  crumbs,
  children,
}: {
  title: string
  crumbs?: Crumb[]
  children: (employee: OwnEmployeeInfo) => ReactNode
}) {
  const say = useSelfServiceMessages()
  const own = useAnswer<OwnEmployeeAnswer>('my/employee')
  const isOff = own?.enabled === false
  const off = say('off')
  useEffect(() => {
    if (!isOff) return
    notify({ title: off, intent: 'warning', brief: true })
    go(adminPath('dashboard'))
  }, [isOff, off])
  return (
    <div className="self-service">
      <PageHeader title={title} crumbs={crumbs ?? []} />
      {!own || isOff ? (
        <Spinner aria-label={say('loading')} />
      ) : own.employee ? (
        children(own.employee)
      ) : (
        <NonIdealState
          icon={<IdNumber size={40} aria-hidden />}
          title={say('no_record')}
          description={own.ask.length > 0 ? say('ask', { names: own.ask.join(say('separator')) }) : say('ask_owner')}
        />
      )}
      {own?.employee?.last_day ? <Callout compact>{say('last_day', { date: own.employee.last_day })}</Callout> : null}
    </div>
  )
}
