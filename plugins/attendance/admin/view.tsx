import type { QueryClient } from '@tanstack/react-query'
import { adminPath, api, DocumentCard, DocumentFacts, DocumentView, forget, Link } from 'stoa/admin'
import type { AttendanceView } from '../api-types.ts'
import { AppealList, AttendanceDetail } from './attendance-detail.tsx'
import { useMessages } from './messages.ts'

const load = (id: string) => ({
  queryKey: ['list', 'hr_attendance', 'view', id],
  queryFn: () => api<AttendanceView>(`hr_attendance/${id}/view`),
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('hr_attendance')
  await client.refetchQueries({ queryKey: ['list', 'hr_attendance', 'view', id] })
}

/** A day of an employee: every figure with the punches and rules it comes from. */
export default function AttendanceScreen() {
  const say = useMessages()
  return (
    <DocumentView<AttendanceView>
      resource="hr_attendance"
      load={load}
      changed={changed}
      render={(day, { may }) => ({
        title: day.work_date,
        status: day.status,
        counterparty: day.employee.name,
        facts: [<span key="kind">{say(`day_${day.day_kind}`)}</span>],
        offers: ({ name }) => !day.locked && (name !== 'approve_overtime' || day.overtime_min > 0),
        main: (
          <>
            <AttendanceDetail day={day} />
            <AppealList appeals={day.appeals} />
          </>
        ),
        side: (
          <DocumentCard title={day.employee.name}>
            <DocumentFacts
              facts={[
                [
                  say('employee'),
                  may('get hr employee') ? (
                    <Link key="employee" to={adminPath(`employee/edit/${day.employee.id}`)}>
                      {day.employee.staff_no}
                    </Link>
                  ) : (
                    day.employee.staff_no
                  ),
                ],
                [say('shift'), day.shift ?? say('no_shift')],
                [say('zone'), day.time_zone],
                [say('in'), day.in_time ?? '–'],
                [say('out'), day.out_time ?? '–'],
              ]}
            />
          </DocumentCard>
        ),
        timeline: null,
      })}
    />
  )
}
