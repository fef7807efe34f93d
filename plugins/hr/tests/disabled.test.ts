import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'

test('employees and settings are unchanged after the plugin was off and is on again', async () => {
  const before = await testApp(['hr', 'calendar'])
  try {
    const input = { staff_no: 'OFF-1', name: 'Stays Here', join_date: '2026-01-01', position: 'Clerk' }
    const made = await before.kernel.resources.create(before.ctx, 'hr_employee', input)
    await before.kernel.settings.write(before.kernel, before.ctx, 'employee', { enabled: true, work_weekdays: [1, 2] }, 'en-US')

    const without = await testApp(['people', 'calendar'], { url: before.url })
    const owner = await without.staff('owner')
    expect((await owner.get('/api/admin/hr_employee')).status).toBe(404)
    expect((await owner.get('/api/admin/calendar?from=2026-01-01&to=2026-02-01')).status).toBe(200)
    await without.app.http.close()
    await without.kernel.close()

    const again = await testApp(['hr', 'calendar'], { url: before.url })
    expect(await again.kernel.resources.get(again.ctx, 'hr_employee', made.id)).toMatchObject(input)
    expect(again.kernel.settings.named('employee')).toMatchObject({ enabled: true, work_weekdays: [1, 2] })
    await again.app.http.close()
    await again.kernel.close()
  } finally {
    await before.close()
  }
})
