import { route } from 'stoa'
import { OwnEmployeeAnswer } from '../api-types.ts'
import { findEmployeeEditors, findOwnEmployee, isSelfServiceEnabled } from '../services/own-employee.ts'

/** Routes of employee self-service. */
export const selfRoutes = [
  route({
    on: 'GET /my/employee',
    id: 'my.employee',
    summary: 'The employee record of the caller',
    description: '`ask` names staff who can add an employee record, when the caller has none.',
    open: 'signed-in',
    response: OwnEmployeeAnswer,
    run: async ({ ctx }) => {
      const enabled = isSelfServiceEnabled(ctx)
      const employee = enabled ? await findOwnEmployee(ctx) : undefined
      return { enabled, employee: employee ?? null, ask: enabled && !employee ? await findEmployeeEditors(ctx) : [] }
    },
  }),
]
